/** Keys that several connectors have. */
import type { z } from 'zod';

import type { SchemaTools } from '../collectors/kind.ts';

export function tokenSetting({ outward }: SchemaTools): z.ZodType<string | null> {
  return outward.credential
    .nullable()
    .default(null)
    .describe('Where its token is.')
    .meta({ examples: ['env:GITHUB_TOKEN'] });
}

export function mailServerSettings({ z, part }: SchemaTools) {
  return {
    port: part
      .count(1, 65_535)
      .nullable()
      .default(null)
      .describe('Default: the usual one of its security.'),
    security: z
      .enum(['tls', 'starttls', 'none'])
      .default('tls')
      .describe(
        '`tls` from the first byte, `starttls` or nothing at all, `none` in the clear, which only an address of this machine may have.',
      ),
  };
}
