/** From the plan of a gateway to one that answers. */
import { linkServer } from '../../platform/ask-server.ts';
import type { Clock } from '../../platform/clock.ts';
import { serveStreams, type StreamServer } from '../../platform/serve-streams.ts';
import type { GatewayRecord } from '../../words/agent-exit.ts';
import type { GatewayPlan } from '../../words/gateway-plan.ts';
import type { Gateway, GatewayListeners } from './contract.ts';
import { foldEntry, NOTHING_SEEN, openGatewayLog } from './gateway-log.ts';
import { knownKey } from './readable-answer.ts';
import { serveRequest, type GatewayDesk } from './serve-request.ts';
import { watchBounds } from './watch-bounds.ts';

/** Rejects with the system's error when its place cannot be had. */
export async function openGateway(
  plan: GatewayPlan,
  clock: Clock,
  listeners: GatewayListeners,
): Promise<Gateway> {
  let record: GatewayRecord = NOTHING_SEEN;
  const base = new URL(plan.upstream);
  const tls = base.protocol === 'https:';
  const link = linkServer(
    {
      tls,
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port === '' ? (tls ? 443 : 80) : Number(base.port),
    },
    plan.proxy,
  );
  const log = openGatewayLog(plan.log, clock.now());
  const once = noticesOnce(listeners.onNotice);
  const desk: GatewayDesk = {
    plan,
    clock,
    link,
    base,
    bounds: watchBounds(plan, { ...listeners, onNotice: once }),
    record: () => record,
    add: (entry) => {
      record = foldEntry(record, entry);
      log.add(entry);
    },
    onNotice: once,
    knownKey: knownKey(plan.key),
  };
  const open = new Set<Promise<void>>();
  const server: StreamServer = await serveStreams(plan.at, (request, reply) => {
    const served = serveRequest(request, reply, desk)
      // What a side says that no answer can be made of costs one answer, and not the run.
      .catch(() => reply.cut())
      .finally(() => open.delete(served));
    open.add(served);
  });
  return {
    record: () => record,
    close: async () => {
      await server.close();
      await Promise.allSettled(open);
      link.close();
      await log.flush();
      if ((record.guessed ?? 0) > 0)
        once(`${record.guessed} answers did not say what they took: their tokens are guessed`);
    },
  };
}

function noticesOnce(onNotice: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    onNotice(text);
  };
}
