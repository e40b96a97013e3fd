/** The programs that engines start, really installed: by npm, once, into a cache that all tests share. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const INSTALLER = fileURLToPath(new URL('../fixtures/real-agents/install.mjs', import.meta.url));

/** What is in the installer's table. */
export type RealAgentName =
  | 'claude'
  | 'codex'
  | 'opencode'
  | 'gemini'
  | 'pi'
  | 'qwen'
  | 'copilot'
  | 'claude-agent-acp'
  | 'codex-acp';

export interface RealAgent {
  readonly name: RealAgentName;
  readonly version: string;
  /** It lies in `node_modules` of this folder. */
  readonly folder: string;
  /** PATH with the program first, and the Node that it needs. */
  readonly path: string;
}

/** Throws what npm said when it cannot be installed. A first installation takes half a minute: give the hook five. */
export async function realAgent(name: RealAgentName): Promise<RealAgent> {
  const { stdout } = await promisify(execFile)(process.execPath, [INSTALLER, name]);
  const found: RealAgent = JSON.parse(stdout);
  return { ...found, path: `${found.path}:${process.env['PATH'] ?? ''}` };
}

/** For hooks that install. */
export const INSTALL_TIMEOUT_MS = 300_000;

/** Of one scenario: the programs are heavy, and several are at work at once. */
export const SCENARIO_TIMEOUT_MS = 180_000;
