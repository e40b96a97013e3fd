/** Our part of a pull request's text: what people write around it stays theirs. Pure. */

const BEGIN = '<!-- roundsman:begin -->';
const END = '<!-- roundsman:end -->';

/** Marks what a proposal made, for whoever looks for it after a crash. */
export function proposalMark(proposal: string): string {
  return `<!-- roundsman:proposal ${proposal} -->`;
}

/** @param text inert already */
export function ownPart(text: string, proposal: string): string {
  return `${BEGIN}\n${proposalMark(proposal)}\n${text.trim()}\n${END}`;
}

/** What stands there with our part in place of the one before; without one, at the end. */
export function withOwnPart(body: string, part: string): string {
  const from = body.indexOf(BEGIN);
  const to = body.indexOf(END, from);
  if (from < 0 || to < 0) return body.trim() === '' ? part : `${body.trimEnd()}\n\n${part}`;
  return `${body.slice(0, from)}${part}${body.slice(to + END.length)}`;
}

export function carriesMark(body: string, proposal: string): boolean {
  return body.includes(proposalMark(proposal));
}
