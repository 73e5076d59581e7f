import { serviceError } from '../../../../src/request/attempt/errors';
import type { Client } from '../../../../src/run/client';
import type { Operation } from '../../../../src/table/define';
import { getConnectivity } from '../../../../src/table/entries/endpoint/connectivity';
import { getUsageSummary } from '../../../../src/table/entries/usage/usageReports';
import { signOfLife } from '../../../../src/triggers/alerts/signOfLife';
import { stub } from '../../../support/stub';

/*
 * The parts of a usage summary that show that a device is active. The meaning of a month's
 * `last_updated` is not documented.
 */

const NOW = Date.parse('2026-03-15T12:00:00Z');
const MINUTE = 60_000;
const hour = (minutesAgo?: number) =>
	Array.from({ length: 60 }, (_, i) => {
		const at = new Date(NOW - (59 - i) * MINUTE).toISOString().slice(11, 16);
		return [at, 59 - i === minutesAgo ? 0.2 : 0];
	});
const month = (first: string, last_updated?: string) => ({
	data: { month: first, volume: '1.000000', ...(last_updated && { last_updated }) },
});
const signIn = async (summary: object, minutesAgo?: number) => {
	const silent = { rx: hour(), tx: hour() };
	const last_hour = { data: { rx: hour(minutesAgo), tx: hour() }, sms: silent };
	const client = stub<Client>({ perform: async () => ({ ...summary, last_hour }) });
	const { at } = await signOfLife(client, 1, { session: false, now: NOW });
	return at === undefined ? undefined : new Date(at).toISOString();
};

test('gives the minute of the latest traffic in the last hour', async () => {
	expect(await signIn({}, 12)).toBe('2026-03-15T11:48:00.000Z');
	expect(await signIn({})).toBeUndefined();
});

test('gives the last update of a month that was hours ago, or that traffic in the last hour confirms', async () => {
	const current_month = month('2026-03-01', '2026-03-15T05:00:00Z');
	expect(await signIn({ current_month })).toBe('2026-03-15T05:00:00.000Z');
	const last_month = month('2026-02-01', '2026-02-27T10:00:00Z');
	expect(await signIn({ last_month })).toBe('2026-02-27T10:00:00.000Z');
	const now = month('2026-03-01', '2026-03-15T11:59:00Z');
	expect(await signIn({ current_month: now }, 3)).toBe('2026-03-15T11:59:00.000Z');
});

test('ignores the last update of a month that is recomputed without new traffic', async () => {
	expect(
		await signIn({ current_month: month('2026-03-01', '2026-03-15T11:59:00Z') }),
	).toBeUndefined();
	// The same time in both months shows a recomputation, even if it was hours ago.
	const nightly = '2026-03-15T02:00:00Z';
	const both = {
		last_month: month('2026-02-01', nightly),
		current_month: month('2026-03-01', nightly),
	};
	expect(await signIn(both)).toBeUndefined();
	expect(await signIn(both, 7)).toBe('2026-03-15T11:53:00.000Z');
});

test.each([404, 422, 500])(
	'reports a refusal (%i) as unread, and keeps the other sign of life',
	async (status) => {
		const unread = serviceError({ status, headers: {}, body: {} });
		const silent = { rx: hour(), tx: hour() };
		const last_hour = { data: { rx: hour(30), tx: hour() }, sms: silent };
		const answering = (refused: Operation) => {
			const perform = async (operation: Operation) => {
				if (operation === refused) throw unread;
				return await Promise.resolve(operation === getUsageSummary ? { last_hour } : {});
			};
			return stub<Client>({ perform });
		};
		const ask = { session: true, now: NOW };
		expect(await signOfLife(answering(getUsageSummary), 1, ask)).toEqual({ unread });
		expect(await signOfLife(answering(getConnectivity), 1, ask)).toEqual({
			at: NOW - 30 * MINUTE,
			unread,
		});
	},
);

test('throws a 401, which does not concern a single endpoint', async () => {
	const error = serviceError({ status: 401, headers: {}, body: {} });
	const client = stub<Client>({ perform: async () => await Promise.reject(error) });
	await expect(signOfLife(client, 1, { session: false, now: NOW })).rejects.toBe(error);
});
