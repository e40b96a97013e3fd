import { describe, expect, it } from 'vitest';

import { versionInPath, versionWarnings } from '../../../src/engines/programs/find-real-program.ts';

describe('versionInPath', () => {
  it('reads the version that an installer put into the path of the program', () => {
    expect(versionInPath('/h/.local/share/claude/versions/2.1.329', 'claude')).toBe('2.1.329');
    expect(versionInPath('/opt/Cellar/codex/0.169.0/bin/codex', 'codex')).toBe('0.169.0');
  });

  it('takes no version of something else for it', () => {
    expect(versionInPath('/h/.nvm/versions/node/v22.1.0/bin/aider', 'aider')).toBe(null);
  });
});

describe('versionWarnings', () => {
  const about = { name: 'Codex', install: '', tested: { from: '0.160.0', to: '0.169.0' } };

  it('warns outside of what was tried, on both sides', () => {
    expect(versionWarnings({ about }, '0.165.2')).toEqual([]);
    expect(versionWarnings({ about }, '0.170.0')).toEqual([
      'Codex 0.170.0 is newer than what was tried (0.160.0 to 0.169.0)',
    ]);
    expect(versionWarnings({ about }, '0.9.0')).toEqual([
      'Codex 0.9.0 is older than what was tried (0.160.0 to 0.169.0)',
    ]);
  });
});
