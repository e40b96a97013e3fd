/** From `connections` of roundsman.yaml to the words of the domain. */
import { formOf } from '../../connectors/registry.ts';
import type { Connection } from '../../words/connection.ts';
import type { WrittenConnections } from '../schema/connections-schema.ts';

export function toConnections(written: WrittenConnections): readonly Connection[] {
  return Object.entries(written).map(([name, one]) => formOf(one).toConnection(one, name));
}
