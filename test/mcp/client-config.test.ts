import { expect, it } from 'vitest';

import { clientConfig, clientNames } from '../../src/mcp/client-config.ts';

const ARGV = ['/opt/my node', '/opt/main.js', 'mcp'];

it.each(clientNames())('starts the server by its argv in the form of %s', (client) => {
  const { text, name, file } = clientConfig(client, ARGV);
  expect(text).toContain('roundsman');
  expect(text).toContain('/opt/my node');
  expect(text.endsWith('\n')).toBe(true);
  expect([name, file]).not.toContain('');
});

it.each(clientNames().filter((one) => one !== 'codex'))('is JSON for %s', (client) => {
  expect(() => JSON.parse(clientConfig(client, ARGV).text)).not.toThrow();
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
