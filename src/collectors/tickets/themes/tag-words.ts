/** Parts of speech, by winkNLP. The package and its model are slow to load, so only when a theme needs a name. */

export interface TaggedWord {
  readonly text: string;
  readonly part: string;
  /** No space stands before it: `n't` after `ca`. */
  readonly glued: boolean;
}

export type Tagger = (text: string) => readonly TaggedWord[];

/** Once a process: the model's loader turns its own data into text again at each use, and fails at the fourth. */
export function loadTagger(): Promise<Tagger> {
  loaded.tagger ??= load();
  return loaded.tagger;
}

const loaded: { tagger?: Promise<Tagger> } = {};

async function load(): Promise<Tagger> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  const nlp = winkNLP(model, ['sbd', 'pos']);
  // oxlint-disable-next-line typescript/unbound-method -- keys that winkNLP compares; they are never called on an object
  const { value: word, pos: part, precedingSpaces: space } = nlp.its;
  return (text) => {
    const tokens = nlp.readDoc(text.slice(0, 400)).tokens();
    const parts = tokens.out(part);
    const spaces = tokens.out(space);
    return tokens
      .out(word)
      .map((value, at) => ({ text: value, part: parts[at] ?? 'X', glued: spaces[at] === '' }));
  };
}
