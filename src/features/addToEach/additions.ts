import type { Json, Operation } from '../../table/define';
import { getConnectivity } from '../../table/entries/endpoint/connectivity';
import { readEndpoint } from '../../table/entries/endpoint/endpointRead';
import type { AdditionName } from './form';
import { getServiceProfile } from '../../table/entries/profile/serviceProfile';
import { getDataQuota } from '../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../table/entries/quota/smsQuota';
import { getDailyUsage, getUsageSummary } from '../../table/entries/usage/usageReports';
import { flat } from '../../table/reading';
import { inParallel } from '../../table/inParallel';
import { DAY_MS } from '../../times';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import {
	type Addition,
	type AdditionsByEndpoint,
	type ListedEndpoint,
	type Steps,
	unread,
} from './listed';

/*
 * Reads facts about endpoints, one endpoint at a time, that no report of the organisation has. A
 * read that fails is noted with its endpoint; the others continue.
 */

export type AdditionReader = (endpoint: ListedEndpoint) => Promise<Json>;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const usageAddition = flat(
	'last_hour_data_mb last_hour_sms',
	'current_month_data_mb current_month_sms current_month_cost',
	'last_month_data_mb last_month_sms last_month_cost',
	'currency=current_month_currency|last_month_currency',
);
const usageDaysAddition = flat('last_7_days_data_mb=data_mb last_7_days_sms=sms');

const diagnosisAddition = flat(
	'diagnosis=verdict diagnosis_reason=reason diagnosis_since=since diagnosis_certainty=certainty',
);

const QUOTA_KINDS = [
	{ kind: 'data', entry: getDataQuota, left: 'data_quota_mb', applies: 'apply_data_quota' },
	{ kind: 'sms', entry: getSmsQuota, left: 'sms_quota_left', applies: 'apply_sms_quota' },
] as const;

/** The service profile of an endpoint, read once for all that have it. */
function profileReader(client: Client) {
	const known = new Map<number, Promise<Json>>();
	return async (serviceProfileId: number): Promise<Json> => {
		const input = { serviceProfileId, simplify: false };
		const read =
			known.get(serviceProfileId) ??
			// A role that may not read profiles may still read quotas: then each quota is asked for.
			client
				.perform(getServiceProfile, input)
				.catch((error: unknown) => (failsAlone(error) ? {} : Promise.reject(error as Error)));
		known.set(serviceProfileId, read as Promise<Json>);
		return (await read) as Json;
	};
}

/** Ways to read an addition of one endpoint, in as few requests as the service allows. */
export function readersOf(client: Client): Record<Exclude<AdditionName, 'place'>, AdditionReader> {
	const ask = async (entry: Operation, { id }: ListedEndpoint, more: Json = {}) =>
		(await client.perform(entry, { endpointId: id, simplify: true, ...more })) as Json;
	const profileOf = profileReader(client);
	return {
		connectivity: async (endpoint) => ({
			connectivity: (await ask(getConnectivity, endpoint)).status,
		}),
		diagnosis: async ({ id, entry }) => {
			const { diagnose } = await import('../diagnose/run');
			const call = client.listing('endpoint');
			return diagnosisAddition(await diagnose({ client, call }, id, readEndpoint(entry ?? {})));
		},
		quotas: async (endpoint) => {
			const profile = await profileOf(endpoint.profileId);
			const both: Json = {};
			for (const { kind, entry, left, applies } of QUOTA_KINDS) {
				// A quota works only where the profile applies it. Source: public reference.
				const isOff = profile[applies] === false;
				const quota = isOff ? {} : await ask(entry, endpoint);
				const status = isOff ? 'Not Applied' : quota.has_quota ? quota.status : 'None';
				both[`${kind}_quota`] = status;
				if (quota.has_quota !== true) continue;
				const addition = flat(`${left}=volume ${kind}_quota_until=expiry_date`);
				Object.assign(both, addition(quota));
			}
			return both;
		},
		usage: async (endpoint) => {
			return usageAddition(await ask(getUsageSummary, endpoint));
		},
		usageDays: async (endpoint) => {
			const { now } = client.env;
			const span = { startDate: day(now - 6 * DAY_MS), endDate: day(now) };
			return usageDaysAddition(await ask(getDailyUsage, endpoint, { output: 'totals', ...span }));
		},
	};
}

/** Endpoints read at a time; the lanes decide how fast. */
export const READS_AT_A_TIME = 25;
/** After this many failures without a success, the addition cannot be read for any endpoint. */
const HOPELESS_READS = 5;

/** Reads one addition of many endpoints. */
export class AdditionReads {
	private failed = 0;
	private succeeded = 0;
	private error: unknown;

	constructor(
		private readonly read: AdditionReader,
		private readonly steps: Steps,
	) {}

	/** The error, where not one endpoint could be read. */
	get failure(): unknown {
		return this.succeeded === 0 ? this.error : undefined;
	}

	/**
	 * The addition of each of these endpoints.
	 * @throws where the session or the service failed, and not the reading of one endpoint
	 */
	async of(endpoints: ListedEndpoint[]): Promise<AdditionsByEndpoint> {
		this.steps.plan(endpoints.length);
		const additions = new Map<ListedEndpoint, Addition>();
		await inParallel(endpoints, READS_AT_A_TIME, async (endpoint) => {
			additions.set(endpoint, await this.ofOne(endpoint));
		});
		return additions;
	}

	private async ofOne(endpoint: ListedEndpoint): Promise<Addition> {
		if (this.failed >= HOPELESS_READS && this.succeeded === 0) return unread(this.error);
		const addition = await this.attempt(endpoint);
		this.steps.made();
		return addition;
	}

	private async attempt(endpoint: ListedEndpoint): Promise<Addition> {
		try {
			const fields = await this.read(endpoint);
			this.succeeded += 1;
			return { fields };
		} catch (error) {
			if (!failsAlone(error)) throw error;
			this.failed += 1;
			this.error = error;
			return unread(error);
		}
	}
}
