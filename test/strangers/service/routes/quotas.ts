import { QUOTA_STATUSES, eventTime, oldTime } from '../forms';
import { refused, type Answer, type Asked, type Route } from '../answers';
import type { Extension, Quota, State } from '../state';
import { endpointOf } from './endpoints';

const find = ({ state, parts }: Asked, endpoint: number): Quota | undefined =>
	state.quotas.find((quota) => quota.endpoint === endpoint && quota.kind === parts.kind);

/** Ids are integers as recorded for other statuses, and texts by the reference's schemas. */
function written(state: State, quota: Quota): object {
	const id = (value: number): number | string =>
		state.form === 'recorded' ? value : String(value);
	const at = quota.hasOldDates ? oldTime : eventTime;
	return {
		status: { id: id(quota.status), description: QUOTA_STATUSES[quota.status] },
		volume: quota.volume,
		expiry_date: at(quota.expiry),
		action_on_exhaustion: { id: id(1), action_on_quota_exhaustion_id: '1', description: 'Block' },
		threshold_percentage: quota.thresholdPercentage ?? 20,
		auto_refill: quota.autoRefill ? 1 : 0,
		...(quota.lastVolumeAdded !== undefined && { last_volume_added: quota.lastVolumeAdded }),
		last_status_change_date:
			quota.lastStatusChange === undefined ? null : at(quota.lastStatusChange),
	};
}

interface QuotaBody {
	volume: number;
	expiry_date: string;
	status: { id: number | string };
	threshold_percentage?: number;
	auto_refill?: boolean | number;
}

function set(asked: Asked, endpoint: number): Answer {
	const { volume, expiry_date, status, threshold_percentage, auto_refill } =
		asked.body as QuotaBody;
	const { state, parts, now } = asked;
	const old = find(asked, endpoint);
	if (old) state.quotas.splice(state.quotas.indexOf(old), 1);
	state.quotas.push({
		endpoint,
		kind: parts.kind as 'data' | 'sms',
		volume,
		expiry: Date.parse(expiry_date),
		status: Number(status.id),
		thresholdPercentage: threshold_percentage,
		autoRefill: Boolean(auto_refill),
		lastVolumeAdded: volume,
		lastStatusChange: now,
	});
	return { status: 201, body: {} };
}

const extension = (each: Extension): object => ({
	id: each.id,
	endpoint_id: each.endpoint,
	...(each.limit !== undefined && { traffic_limit_id: each.limit }),
	volume: each.volume,
	created_at: eventTime(each.created),
	expiration_date: eventTime(each.expires),
});

export const quotaRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/quota/{kind}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			const quota = endpoint && find(asked, endpoint.id);
			if (quota) return { status: 200, body: written(asked.state, quota) };
			return endpoint && asked.state.absentQuota === 200 ? { status: 200 } : refused(404);
		},
	},
	{
		method: 'POST',
		path: '/api/v1/endpoint/{endpoint}/quota/{kind}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			return endpoint ? set(asked, endpoint.id) : refused(404);
		},
	},
	{
		method: 'DELETE',
		path: '/api/v1/endpoint/{endpoint}/quota/{kind}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			const quota = endpoint && find(asked, endpoint.id);
			if (!quota) return refused(404);
			asked.state.quotas.splice(asked.state.quotas.indexOf(quota), 1);
			return { status: 204 };
		},
	},
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/traffic_limit_extension',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const own = asked.state.extensions.filter((each) => each.endpoint === endpoint.id);
			return { status: 200, body: own.map(extension) };
		},
	},
	{
		method: 'POST',
		path: '/api/v1/endpoint/{endpoint}/traffic_limit_extension',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const { volume, traffic_limit_id } = asked.body as {
				volume: number;
				traffic_limit_id?: number;
			};
			const date = new Date(asked.now);
			const made: Extension = {
				id: 900 + asked.state.extensions.length,
				endpoint: endpoint.id,
				limit: traffic_limit_id,
				volume,
				created: asked.now,
				// All end with the month.
				expires: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1000,
			};
			asked.state.extensions.push(made);
			return { status: 201, body: extension(made) };
		},
	},
	{
		method: 'DELETE',
		path: '/api/v1/endpoint/{endpoint}/traffic_limit_extension',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const { state } = asked;
			state.extensions = state.extensions.filter((each) => each.endpoint !== endpoint.id);
			return { status: 204 };
		},
	},
];
