/** Payloads of events by the hash of their bytes, and removing what is no longer referenced. */
import { Buffer } from 'node:buffer';

import { sha256 } from '../../platform/hash.ts';
import type { EventStore } from '../definition-ports.ts';
import { eventPayloads } from '../event-payloads.ts';
import type { HashedContents } from '../stores.ts';
import { rowTexts, type RowsOf } from './row-texts.ts';

export function rowEvents(rows: RowsOf): EventStore {
  const { database, workspace } = rows;
  const texts = rowTexts(rows, 'events');
  const putAll: EventStore['putAll'] = async (payloads) => {
    const byHash = new Map(payloads.map((payload) => [sha256(payload), base64(payload)]));
    // What is there is from now on as young as the slot that needs it.
    if (byHash.size > 0)
      await database.write(
        `insert into roundsman.records (workspace, kind, name, body)
         select $1, 'events', name, body from unnest($2::text[], $3::text[]) as r (name, body)
         on conflict (workspace, kind, name) do update set written_at = clock_timestamp()`,
        [workspace, [...byHash.keys()], [...byHash.values()]],
      );
    return payloads.map(sha256);
  };
  return eventPayloads({
    putAll,
    bytesOf: async (hash) => {
      const text = await texts.read(hash);
      return text === null ? null : Buffer.from(text, 'base64');
    },
    setAside: (hash) => texts.setAside(hash),
  });
}

function base64(payload: Uint8Array): string {
  return Buffer.from(payload).toString('base64');
}

/** @param here what files of this machine name, too */
export function rowHashes(
  { database, workspace }: RowsOf,
  here: Pick<HashedContents, 'listNamed'>,
): HashedContents {
  return {
    listNamed: async () => {
      const rows = await database.read<{ hash: string }>(
        `select distinct (regexp_matches(body, '\\m[0-9a-f]{64}\\M', 'g'))[1] as hash
         from roundsman.records
         where workspace = $1 and kind in ('workspace', 'deployments', 'enabled', 'pauses')`,
        [workspace],
      );
      return [...(await here.listNamed()), ...rows.map(({ hash }) => hash)];
    },
    sweep: async ({ keep, before }) => {
      const rows = await database.write(
        `delete from roundsman.records
         where workspace = $1 and kind in ('definitions', 'events')
           and name ~ '^[0-9a-f]{64}(\\.json)?$' and written_at < $2 and left(name, 64) <> all($3)
         returning name`,
        [workspace, before, [...keep]],
      );
      return rows.length;
    },
  };
}
