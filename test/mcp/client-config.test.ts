import { expect, it } from 'vitest';

import { CLIENTS, clientConfig } from '../../src/mcp/client-config.ts';

const ARGV = ['/opt/my node', '/opt/main.js', 'mcp'];

it.each(CLIENTS)('starts the server by its argv in the form of %s', (client) => {
  const { text, name, file } = clientConfig(client, ARGV);
  expect(text).toContain('roundsman');
  expect(text).toContain('/opt/my node');
  expect(text.endsWith('\n')).toBe(true);
  expect([name, file]).not.toContain('');
  if (client !== 'codex') expect(() => JSON.parse(text)).not.toThrow();
});

it('quotes what a shell would take apart', () => {
  expect(clientConfig('claude', ARGV).command).toBe(
    "claude mcp add roundsman -- '/opt/my node' /opt/main.js mcp",
  );
});

it('is TOML for Codex', () => {
  expect(clientConfig('codex', ['roundsman', 'mcp']).text).toBe(
    '[mcp_servers.roundsman]\ncommand = "roundsman"\nargs = ["mcp"]\n',
  );
});
