/** The agent's tools: there before it starts, gone when its last process has ended. A run without them goes on by files. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { oneLine } from '../../words/text.ts';

interface ToolsWatch {
  readonly plan: Pick<LaunchPlan, 'tools'>;
  readonly clock: Clock;
  readonly onNotice: (text: string) => void;
}

export async function withAgentTools<Result>(
  { plan, clock, onNotice }: ToolsWatch,
  supervise: () => Promise<Result>,
): Promise<Result> {
  const { tools } = plan;
  if (tools === undefined) return supervise();
  const without = (why: string): null => {
    onNotice(`the agent had no tools of Roundsman, only files: ${oneLine(why)}`);
    return null;
  };
  if (tools.kind === 'unavailable') {
    without(tools.why);
    return supervise();
  }
  // Few commands offer any, and a supervisor is to stay small.
  const { serveTools } = await import('./serve-tools.ts');
  const served = await serveTools(tools, { clock, onNotice }).catch((thrown: unknown) =>
    without(thrown instanceof Error ? thrown.message : String(thrown)),
  );
  try {
    return await supervise();
  } finally {
    await served?.close();
  }
}
