import { appendFileSync, cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { claudeSessions } from '../../../src/engines/claude/sessions/index.ts';
import { codexSessions } from '../../../src/engines/codex/sessions/index.ts';
import { RECORDED_ROOT, recordedStore } from '../../kit/recorded-sessions.ts';
import { sessionSourceSuite, type SourceUnderTest } from '../../kit/session-source-suite.ts';

const AT = '2026-11-22T06:00:00.000Z';

/** A copy of a recorded store, where a run has it. */
function homeOf(engine: string): SourceUnderTest['home'] {
  return (scenario) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), `rm-store-${engine}-`)));
    cpSync(recordedStore(engine, scenario), join(home, engine), { recursive: true });
    return home;
  };
}

/** Messages that an agent says, of so many bytes in all, and one more. */
function growBy(line: (text: string, index: number) => unknown): SourceUnderTest['grow'] {
  return ({ location }, bytes) => {
    const many = Array.from({ length: Math.floor(bytes / 5_000) }, () => 'x'.repeat(5_000));
    const lines = [...many, 'That is all.'].map((text, index) => JSON.stringify(line(text, index)));
    appendFileSync(location, `${lines.join('\n')}\n`);
  };
}

sessionSourceSuite({
  source: claudeSessions,
  scenarios: ['ended', 'killed', 'resumed', 'edit'],
  root: RECORDED_ROOT,
  home: homeOf('claude'),
  grow: growBy((text, index) => ({
    type: 'assistant',
    uuid: `more-${index}`,
    parentUuid: index === 0 ? null : `more-${index - 1}`,
    timestamp: AT,
    cwd: RECORDED_ROOT,
    message: { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' },
  })),
  environments: (home) => [{ HOME: '/nowhere', CLAUDE_CONFIG_DIR: join(home, 'claude') }],
});

sessionSourceSuite({
  source: codexSessions,
  scenarios: ['ended', 'killed', 'resumed'],
  root: RECORDED_ROOT,
  home: homeOf('codex'),
  grow: growBy((text) => ({
    timestamp: AT,
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  })),
  environments: (home) => [{ HOME: '/nowhere', CODEX_HOME: join(home, 'codex') }],
});
