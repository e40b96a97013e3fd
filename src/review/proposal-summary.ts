import type { Proposal } from '../domain/proposal.ts';
import { oneLine } from '../domain/text.ts';

type Content = Proposal extends infer One
  ? One extends Proposal
    ? Pick<One, 'type' | 'payload'>
    : never
  : never;

/** One line for lists. */
export function summaryOf(content: Content): string {
  return content.type === 'file-item'
    ? oneLine(`${content.payload.key} ${content.payload.title}`, 120)
    : oneLine(
        `push ${content.payload.branch} to ${content.payload.remote}/${content.payload.ref}`,
        200,
      );
}
