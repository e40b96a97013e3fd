/** The one place that knows which collector serves which rule. */
import { assertNever } from '../domain/errors.ts';
import type { Facts } from '../domain/facts.ts';
import type { Collector } from '../domain/routine.ts';
import { collectCommand } from './collect-command.ts';
import { collectCommits } from './collect-commits.ts';
import type { CollectRequest } from './contract.ts';
import { collectTodos } from './todos/collect-todos.ts';

/** Throws an AppError when the facts cannot be had. */
export async function collectFacts(request: CollectRequest): Promise<Facts> {
  const { rule } = request;
  switch (rule.kind) {
    case 'todos':
      return collectTodos({ ...request, rule });
    case 'commits':
      return collectCommits({ ...request, rule });
    case 'command':
      return collectCommand({ ...request, rule });
    default:
      return assertNever(rule);
  }
}

/** Names the facts file and the key in the brief. */
export function collectorName(rule: Collector): string {
  return rule.kind === 'command' ? rule.name : rule.kind;
}
