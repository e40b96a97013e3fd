/** The one place that knows which collector serves which rule. */
import { assertNever } from '../words/errors.ts';
import type { Facts } from '../words/facts.ts';
import type { Collector } from '../words/routine.ts';
import type { CollectRequest } from './contract.ts';

/** Throws an AppError when the facts cannot be had. Each collector is loaded when a routine asks for it. */
export async function collectFacts(request: CollectRequest): Promise<Facts> {
  const { rule } = request;
  switch (rule.kind) {
    case 'todos':
      return (await import('./todos/collect-todos.ts')).collectTodos({ ...request, rule });
    case 'commits':
      return (await import('./collect-commits.ts')).collectCommits({ ...request, rule });
    case 'tickets':
      return (await import('./tickets/collect-tickets.ts')).collectTickets({ ...request, rule });
    case 'release-notes':
      return (await import('./release-notes/collect-release-notes.ts')).collectReleaseNotes({
        ...request,
        rule,
      });
    case 'command':
      return (await import('./collect-command.ts')).collectCommand({ ...request, rule });
    default:
      return assertNever(rule);
  }
}

/** Names the facts file and the key in the brief. */
export function collectorName(rule: Collector): string {
  return rule.kind === 'command' ? rule.name : rule.kind;
}
