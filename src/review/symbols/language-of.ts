/** Languages that are parsed, told by the names of files. */
export const LANGUAGE_IDS = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'ruby',
] as const;
export type LanguageId = (typeof LANGUAGE_IDS)[number];

const BY_ENDING: Readonly<Record<string, LanguageId>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  rake: 'ruby',
};

/** `null`: no parser here knows it. */
export function languageOf(path: string): LanguageId | null {
  const ending = /\.([A-Za-z]{1,4})$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? null) : null;
}

/** Names of one language can be called from the other. */
export function areMixed(a: LanguageId, b: LanguageId): boolean {
  return familyOf(a) === familyOf(b);
}

function familyOf(language: LanguageId): string {
  return language === 'tsx' || language === 'javascript' ? 'typescript' : language;
}
