declare module 'snowball-stemmers' {
  interface Stemmer {
    stem(word: string): string;
  }
  const stemmers: { newStemmer(language: string): Stemmer };
  export default stemmers;
}

declare module 'stopword' {
  export const eng: readonly string[];
  export const deu: readonly string[];
  export const spa: readonly string[];
  export const fra: readonly string[];
  export const ita: readonly string[];
  export const por: readonly string[];
  export const nld: readonly string[];
}
