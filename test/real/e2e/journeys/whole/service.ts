import {
	APPLICATION_TOKENS,
	type EffectRecord,
	SERVICE_PROFILES,
	start,
	type SimulatorHandle,
} from '../../../../../simulator';
import type { Endpoint } from '../../../../../simulator/endpoints/entities';
import { requested } from '../../../workflows/fleet';
import type { Credential, Stage } from '../../stage';

/* A service of a journey's own: a fleet so small that a workflow may go over all of it, and a ledger of its own. */

export interface OwnService {
	service: SimulatorHandle;
	/** The account that the workflow uses. */
	token: Credential;
	/** Its devices. */
	fleet: Endpoint[];
	/** What was done so far because somebody asked for it. */
	made: () => EffectRecord[];
}

/** Does a job with a service of its own. Its credential is deleted afterwards: other journeys know one alone. */
export async function withService(
	stage: Stage,
	endpoints: number,
	job: (own: OwnService) => Promise<void>,
): Promise<void> {
	const seed = { endpoints, serviceProfileId: SERVICE_PROFILES.standard };
	const service = await start({ seed });
	const token = await stage.api.createCredential('A small fleet', 'cellularIotTokenApi', {
		baseUrl: service.url,
		applicationToken: APPLICATION_TOKENS.reseller,
	});
	try {
		const fleet = [...service.store.endpoints.values()];
		const made = () => requested(service.ledger().effects);
		await job({ service, token, fleet, made });
	} finally {
		await stage.api.deleteCredential(token.id);
		await service.close();
	}
}

/** The effects as `kind device`, to be compared. */
export const told = (effects: EffectRecord[]): string[] =>
	effects.map(({ kind, endpointId, simId }) => `${kind} ${String(endpointId ?? simId)}`);
