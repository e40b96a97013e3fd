/** The tools of a run, as its agent knows them: engines give them names of their own, and some hide them until they are searched. */
import type { EngineId } from '../words/routine.ts';
import { findEngine } from './registry.ts';

export interface ToolWords {
  /** The name by which an agent of that engine calls a tool. */
  readonly nameOf: (tool: string) => string;
  /** What its agent has to do before it can call one; `null`: nothing. */
  readonly before: string | null;
}

/** In the order in which a run is offered them. */
export const RUN_TOOLS = [
  'search',
  'list',
  'read',
  'report_finding',
  'propose',
  'record_decision',
  'propose_knowledge',
  'report_missing',
  'hand_off',
  'ask_human',
  'finish',
] as const;

/** For the prompt; `null`: its agent has none. */
export function toolSection(engine: EngineId): string | null {
  const words = formatTool(engine);
  if (words === null) return null;
  const names = (tools: readonly string[]): string =>
    tools.map((tool) => `\`${words.nameOf(tool)}\``).join(', ');
  const first = RUN_TOOLS.indexOf('report_finding');
  const reading = RUN_TOOLS.slice(0, first);
  const saying = RUN_TOOLS.slice(first);
  return `# Tools

You have tools of Roundsman. They look up more than you were given, in this whole workspace: ${names(reading)}. What you
could write to \`$ROUNDSMAN_OUT\` you can say by them instead, and hear at once what is wrong with it: ${names(saying)}.
Do each by tool or by file, not both; where a tool is missing or fails, the files always work.${words.before === null ? '' : ` ${words.before}`}`;
}

/** `null`: an agent of that engine is offered no tools. */
export function formatTool(engine: EngineId): ToolWords | null {
  const { tools } = findEngine(engine);
  if (tools === null) return null;
  const { prefix, before } = tools;
  return { nameOf: (tool) => `${prefix}${tool}`, before };
}
