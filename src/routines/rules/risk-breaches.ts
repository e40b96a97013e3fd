/** Private data, untrusted input and a way out together (`sandbox/risk.ts`), as the file says it. */
import {
  canBeAtRisk,
  isAtRisk,
  leavingOutputs,
  riskFlags,
  formatRisk,
  type RiskFacts,
} from '../../sandbox/risk.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

/** What `auto` turns out to be is known when a run opens; it is refused there. */
export function riskBreaches(routine: WrittenRoutine, engine: string): readonly RuleBreach[] {
  const facts = factsOf(routine, engine);
  const { isolation } = routine.workspace;
  if (routine['accept-risk'] !== null || !isAtRisk(facts, isolation)) return [];
  return [
    {
      path:
        facts.network.length > 0
          ? ['permissions', 'network', 'allow']
          : facts.outputs.length > 0
            ? ['outputs']
            : ['workspace', 'isolation'],
      code: 'risk-not-accepted',
      message: `the routine has ${formatRisk(riskFlags(facts, isolation))} at once: the author of the input could have the data sent out`,
      hint: 'Take one of the three away, or say why this is all right: `accept-risk: "Only our own staff writes tickets."`.',
    },
  ];
}

/** An acceptance of nothing hides the one that will matter. */
export function riskWarnings(routine: WrittenRoutine, engine: string): readonly RuleBreach[] {
  const facts = factsOf(routine, engine);
  const { isolation } = routine.workspace;
  if (routine['accept-risk'] === null || canBeAtRisk(facts, isolation)) return [];
  const { privateData, untrustedInput } = riskFlags(facts, isolation);
  const missing = [
    ...(privateData.length === 0 ? ['no private data'] : []),
    ...(untrustedInput.length === 0 ? ['no untrusted input'] : []),
  ];
  const why =
    engine === 'builtin'
      ? 'the built-in engine follows no prose'
      : `it has ${missing.length === 0 ? 'no way out' : missing.join(' and ')}`;
  return [
    {
      path: ['accept-risk'],
      code: 'useless-key',
      message: `\`accept-risk\` accepts nothing: ${why}`,
      hint: 'Remove it.',
    },
  ];
}

function factsOf(
  { agent, collect, on, outputs, permissions, workspace }: WrittenRoutine,
  engine: string,
): RiskFacts {
  const reaches = agent['prompt-file'] !== null || /\binputs\b/.test(agent.prompt ?? '');
  const triggers = [
    ...(on.webhook === undefined ? [] : ['webhook']),
    ...(on.deployment === undefined || on.deployment.ref !== null ? [] : ['deployment']),
    ...(on.git === undefined ? [] : ['git']),
  ];
  return {
    engine,
    env: permissions.env,
    include: workspace.include,
    read: permissions.read,
    collectors: collect.flatMap((entry) => Object.keys(entry)),
    triggers,
    textInputs: reaches
      ? Object.entries(on.manual?.inputs ?? {}).flatMap(([name, { type }]) =>
          type === 'string' ? [name] : [],
        )
      : [],
    network: permissions.network.allow,
    outputs: leaving(outputs),
  };
}

function leaving(outputs: WrittenRoutine['outputs']): readonly string[] {
  const { mode, branch: _, ...rules } = outputs;
  return leavingOutputs({ mode, tracker: rules['file-item']?.tracker ?? 'local' }, rules);
}
