/** The sources that there are, each loaded when it is asked. */
import type { SessionEngine } from '../../words/session.ts';
import type { SessionSource } from './contract.ts';

export interface KnownSource {
  readonly engine: SessionEngine;
  load(): Promise<SessionSource>;
}

export const SESSION_SOURCES: readonly KnownSource[] = [
  { engine: 'claude', load: async () => (await import('./claude/index.ts')).claudeSessions },
  { engine: 'codex', load: async () => (await import('./codex/index.ts')).codexSessions },
  { engine: 'opencode', load: async () => (await import('./opencode/index.ts')).opencodeSessions },
  { engine: 'gemini', load: async () => (await import('./gemini/index.ts')).geminiSessions },
  { engine: 'pi', load: async () => (await import('./pi/index.ts')).piSessions },
  { engine: 'qwen', load: async () => (await import('./qwen/index.ts')).qwenSessions },
  { engine: 'copilot', load: async () => (await import('./copilot/index.ts')).copilotSessions },
];
