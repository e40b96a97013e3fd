/** The engines there are. One line here and one folder beside this file make a new one. */
import { ENGINE_IDS, type EngineId } from '../words/routine.ts';
import { acpEngine } from './acp/index.ts';
import { builtinEngine } from './builtin/index.ts';
import { claudeEngine } from './claude/index.ts';
import { codexEngine } from './codex/index.ts';
import { commandEngine } from './command/index.ts';
import type { Engine } from './contract.ts';
import { copilotEngine } from './copilot/index.ts';
import { geminiEngine } from './gemini/index.ts';
import { opencodeEngine } from './opencode/index.ts';
import { piEngine } from './pi/index.ts';
import { qwenEngine } from './qwen/index.ts';

const ENGINES: Readonly<Record<EngineId, Engine>> = {
  builtin: builtinEngine,
  claude: claudeEngine,
  codex: codexEngine,
  opencode: opencodeEngine,
  gemini: geminiEngine,
  pi: piEngine,
  qwen: qwenEngine,
  copilot: copilotEngine,
  acp: acpEngine,
  command: commandEngine,
};

export function findEngine(id: EngineId): Engine {
  return ENGINES[id];
}

export function allEngines(): readonly Engine[] {
  return ENGINE_IDS.map(findEngine);
}
