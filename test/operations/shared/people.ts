import type { SimulatorHandle } from '../../../simulator';
import { oneOf } from '../../truth/requests/forms';
import { rl } from '../../unit/nodes/rows/rowTypes';
import type { INodeParameters } from 'n8n-workflow';

/* Values of people and of what is theirs. */

export const created = '2026-02-03T10:00:00.000Z';
export const userId = rl(12);
export const roleId = rl('Observer', 'name');
/** Values for a service with a callback address and a secret that no profile uses. */
export const withCallback =
	(values: INodeParameters) =>
	({ store }: SimulatorHandle): INodeParameters => {
		const of = { organisationId: 1001, purpose: 'walk' };
		store.callbacks.set(5, { id: 5, ...of, url: 'https://example.com/in', created: 0 });
		store.secrets.set(6, { id: 6, ...of, secret: 'never shown' });
		return values;
	};
export const userStatus = oneOf(1, 2);
