import type { SessionSource } from '../../engines/sessions/contract.ts';
/** The sources that there are, each loaded when it is asked. */
import type { SessionEngine } from '../../words/session.ts';

export interface KnownSource {
  readonly engine: SessionEngine;
  load(): Promise<SessionSource>;
}

export const SESSION_SOURCES: readonly KnownSource[] = [
  {
    engine: 'claude',
    load: async () => (await import('../../engines/claude/sessions/index.ts')).claudeSessions,
  },
  {
    engine: 'codex',
    load: async () => (await import('../../engines/codex/sessions/index.ts')).codexSessions,
  },
  {
    engine: 'opencode',
    load: async () => (await import('../../engines/opencode/sessions/index.ts')).opencodeSessions,
  },
  {
    engine: 'gemini',
    load: async () => (await import('../../engines/gemini/sessions/index.ts')).geminiSessions,
  },
  {
    engine: 'pi',
    load: async () => (await import('../../engines/pi/sessions/index.ts')).piSessions,
  },
  {
    engine: 'qwen',
    load: async () => (await import('../../engines/qwen/sessions/index.ts')).qwenSessions,
  },
  {
    engine: 'copilot',
    load: async () => (await import('../../engines/copilot/sessions/index.ts')).copilotSessions,
  },
];
