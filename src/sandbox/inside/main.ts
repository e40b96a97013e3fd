#!/usr/bin/env node
/**
 * The one program of ours inside a sandbox, and only when something of the network is allowed: leads ports on loopback to
 * the sockets that stand outside, and starts the command.
 *
 * It holds nothing that the command does not: any process inside could connect to those sockets itself. Their other end
 * decides what may be reached.
 */
import { dropInherited } from '../../platform/inherited-descriptors.ts';
import { endLike, runInherited } from '../../platform/inherited-process.ts';
import { dialPath } from '../../platform/sockets.ts';
import { joinStandardStreams } from '../../platform/standard-input.ts';
import { commandLine, endProcess, writeError } from '../../platform/terminal.ts';
import { readOrder, type InsideOrder, leadPort, socketOf, offerPort } from './ports.ts';

/** As of `env` and `timeout`: our own failure, not one of the command. */
const OWN_FAILURE = 125;

dropInherited();
const order = readOrder(commandLine());
if (order === null) fail('its arguments are not understood');
else void follow(order).catch((thrown: unknown) => fail(String(thrown)));

async function follow(given: InsideOrder): Promise<void> {
  if (given.kind === 'connect') {
    await joinStandardStreams(await dialPath(socketOf(given.folder, given.name)));
    endProcess(0);
  }
  for (const lead of given.leads) await leadPort(given.folder, lead);
  for (const offer of given.offers) offerPort(given.folder, offer);
  const end = await runInherited(given.argv);
  if (end.kind === 'not-started') writeError(`roundsman: ${end.message}`);
  endLike(end);
}

function fail(reason: string): void {
  writeError(`roundsman: the way out of the sandbox failed: ${reason}`);
  endProcess(OWN_FAILURE);
}
