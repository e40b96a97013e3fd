/** The tools of a run, as its agent knows them: engines give them names of their own, and some hide them until they are searched. */
import type { EngineId } from '../words/routine.ts';

/** What engines are told that the server is called. */
export const TOOLS_SERVER = 'roundsman';

export interface ToolWords {
  /** The name by which an agent of that engine calls a tool. */
  readonly nameOf: (tool: string) => string;
  /** What its agent has to do before it can call one; `null`: nothing. */
  readonly before: string | null;
}

interface Calling {
  /** Before the tool's own name. */
  readonly prefix: string;
  readonly before: string | null;
}

const OFFERED = { before: null };

/** As each real program was seen to do it. */
const CALLING: Readonly<Partial<Record<EngineId, Calling>>> = {
  claude: { prefix: `mcp__${TOOLS_SERVER}__`, ...OFFERED },
  codex: {
    prefix: `mcp__${TOOLS_SERVER}__`,
    before: `If they are not among your tools, find them first with \`tool_search\` for "${TOOLS_SERVER}".`,
  },
  opencode: { prefix: `${TOOLS_SERVER}_`, ...OFFERED },
  gemini: { prefix: `mcp_${TOOLS_SERVER}_`, ...OFFERED },
  qwen: {
    prefix: `mcp__${TOOLS_SERVER}__`,
    before: 'If they are not among your tools, call them by `tool_call` with that name.',
  },
  copilot: { prefix: `${TOOLS_SERVER}-`, ...OFFERED },
  acp: {
    prefix: '',
    before: `They are tools of the server "${TOOLS_SERVER}"; your program may put its name before theirs, as in \`mcp__${TOOLS_SERVER}__finish\`, or want them searched first.`,
  },
};

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
  const calling = CALLING[engine];
  if (calling === undefined) return null;
  const { prefix, before } = calling;
  return { nameOf: (tool) => `${prefix}${tool}`, before };
}
