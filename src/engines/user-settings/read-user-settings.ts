import type { Environment } from '../../platform/environment.ts';
import type { EngineId } from '../../words/routine.ts';
import { readClaudeSettings } from '../claude/user-settings.ts';
import { readCodexSettings } from '../codex/user-settings.ts';
import { readCopilotSettings } from '../copilot/user-settings.ts';
import { readGeminiSettings } from '../gemini/user-settings.ts';
import { readOpencodeSettings } from '../opencode/user-settings.ts';
import { readPiSettings } from '../pi/user-settings.ts';
import { readQwenSettings } from '../qwen/user-settings.ts';
import {
  NO_USER_SETTINGS,
  type ReadUserSettings,
  type UserSettings,
  type UserSettingsRequest,
} from './contract.ts';

const READERS: Readonly<Partial<Record<EngineId, ReadUserSettings>>> = {
  claude: readClaudeSettings,
  codex: readCodexSettings,
  opencode: readOpencodeSettings,
  gemini: readGeminiSettings,
  pi: readPiSettings,
  qwen: readQwenSettings,
  copilot: readCopilotSettings,
};

/** What the user's own settings of an engine say; of one without settings that we know: nothing. */
export async function readUserSettings(
  engine: EngineId,
  request: UserSettingsRequest,
): Promise<UserSettings> {
  return (await READERS[engine]?.(request)) ?? NO_USER_SETTINGS;
}

/** What the settings of all engines say. */
export async function readAllSettings(env: Environment): Promise<readonly UserSettings[]> {
  return Promise.all(Object.values(READERS).map(async (read) => read({ env, model: null })));
}
