import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { RUN_TOOLS, toolSection } from '../../src/engines/format-tool.ts';
import { engineIds, findEngine } from '../../src/engines/registry.ts';
import { clientConfig, clientNames } from '../../src/mcp/client-config.ts';
import { mcpPage } from '../../src/mcp/mcp-page.ts';

it('is docs/mcp.md as it stands: all tools, names and settings', () => {
  const page = mcpPage();
  expect(readFileSync('docs/mcp.md', 'utf8')).toBe(page);
  for (const tool of [...RUN_TOOLS, 'propose_note']) expect(page).toContain(`\n| \`${tool}\` |`);
  for (const client of clientNames()) {
    const { file, command } = clientConfig(client, ['roundsman', 'mcp']);
    expect(page).toContain(
      `| \`${client}\` | \`${file}\` | ${command === null ? '' : `\`${command}\``} |`,
    );
  }
});

it.each(engineIds())(
  'names the tools in the prompt of %s exactly when that engine takes servers',
  (engine) => {
    const takes = findEngine(engine).capabilities.mcp !== 'none';
    const section = toolSection(engine);
    expect(section !== null).toBe(takes);
    for (const tool of takes ? RUN_TOOLS : []) expect(section).toContain(`${tool}\``);
  },
);
