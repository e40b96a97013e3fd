/** Where in a report the part begins that Roundsman recorded, open or folded. Pure. */
const FACTS = /^(?:## |<details>\n<summary>)Run facts(?:<\/summary>)?$/gm;

/** What was reported. An agent can write such a line in code: the last one is ours. */
export function beforeRunFacts(markdown: string): string {
  return markdown.slice(0, [...markdown.matchAll(FACTS)].at(-1)?.index ?? markdown.length);
}
