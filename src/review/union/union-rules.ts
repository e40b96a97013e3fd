/**
 * Under which rules the checks of a union run: those of the routines whose branches are in it, taken together. Code of one
 * routine's branch runs beside another's, so what is given to programs (variables, hosts, files) is only what each of them
 * gives; what they ask for (set-up, isolation, time) is the most of any. Pure.
 */
import { kindOf } from '../../collectors/registry.ts';
import type { Routine } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';

export interface UnionRules {
  readonly routine: Routine;
  /** What was not given, one line each. */
  readonly notices: readonly string[];
}

/** @param base supplies the defaults and the name; @param own `review.checks` of roundsman.yaml */
export function unionRules(
  base: Routine,
  routines: readonly Routine[],
  own: readonly string[],
): UnionRules {
  const all = (pick: (routine: Routine) => readonly string[]): readonly string[] => [
    ...new Set(routines.flatMap(pick)),
  ];
  const shared = (pick: (routine: Routine) => readonly string[]): readonly string[] =>
    all(pick).filter((one) => routines.every((routine) => pick(routine).includes(one)));
  const picks = {
    'the variable': (one: Routine) => one.permissions.env,
    'the host': (one: Routine) => one.permissions.network.allow,
    'the set-up host': (one: Routine) => one.permissions.network.setup,
    'the folder': (one: Routine) => one.permissions.read,
    'the included file': (one: Routine) => one.workspace.include,
  };
  const { workspace, permissions, limits } = base;
  const routine: Routine = {
    ...base,
    workspace: {
      ...workspace,
      isolation: strictest(routines),
      history: routines.some((one) => isBlinkered(one)) ? 'copy' : 'borrow',
      include: shared(picks['the included file']),
      setup: all((one) => one.workspace.setup),
      checks: own.length > 0 ? [...new Set(own)] : all((one) => one.workspace.checks),
      ports: Math.max(workspace.ports, ...routines.map((one) => one.workspace.ports)),
    },
    permissions: {
      ...permissions,
      env: shared(picks['the variable']),
      network: {
        allow: shared(picks['the host']),
        setup: shared(picks['the set-up host']),
      },
      read: shared(picks['the folder']),
      write: [],
    },
    limits: {
      ...limits,
      timeoutMs:
        routines.length === 0
          ? limits.timeoutMs
          : Math.max(...routines.map((one) => one.limits.timeoutMs)),
    },
  };
  const notices = Object.entries(picks).flatMap(([what, pick]) => {
    const given = shared(pick);
    return all(pick)
      .filter((one) => !given.includes(one))
      .map((one) => `${what} ${oneLine(one, 80)} is not given: not every routine in it has it`);
  });
  return { routine, notices };
}

/** A linked worktree would show in the user's repository, so it becomes a repository of the union's own. */
function strictest(routines: readonly Routine[]): Routine['workspace']['isolation'] {
  const asked = new Set(routines.map((one) => one.workspace.isolation));
  if (asked.has('sandbox')) return 'sandbox';
  return asked.size === 0 || asked.has('auto') ? 'auto' : 'private';
}

/** It may read its base's past only, or is fed by strangers, for which `auto` means the same in a sandbox. */
function isBlinkered({ workspace, collect, triggers }: Routine): boolean {
  const { history } = workspace;
  if (history !== 'auto') return history !== 'borrow';
  return (
    collect.some((rule) => kindOf(rule).outside !== null) ||
    triggers.some(({ kind }) => kind === 'webhook' || kind === 'deployment')
  );
}
