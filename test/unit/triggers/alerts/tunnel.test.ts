import type { Json } from '../../../../src/table/define';
import { tunnelDown } from '../../../../src/triggers/alerts/tunnel';
import { HOUR, START, Watcher } from './alerts';

/* Tunnel Down: an event names no tunnel, so that the connection itself is asked. */

const PLANT = 81;
const changed = (at: number, status: string, id = PLANT): Json => ({
	id: at,
	timestamp: new Date(at).toISOString(),
	event_type: { id: 27, description: 'Cloud connect connection state changed' },
	detail: { breakout_id: id, organisation_id: 1001, status },
});

test('one of two tunnels that is down is no outage; both are one alert', async () => {
	const watcher = new Watcher(tunnelDown);
	watcher.connected.set(PLANT, true);
	expect(await watcher.poll(START, [changed(START, 'DOWN')])).toEqual([]);
	watcher.connected.set(PLANT, false);
	expect(await watcher.poll(START + HOUR, [changed(START + 1000, 'DOWN')])).toMatchObject([
		{ event: 'tunnelDown', at: START + 1000, fields: { cloud_connect_id: PLANT } },
	]);
	expect(await watcher.poll(START + HOUR, [changed(START + 2000, 'DOWN')])).toEqual([]);
});

test('after it was up again, the next outage is told again', async () => {
	const watcher = new Watcher(tunnelDown);
	watcher.connected.set(PLANT, false);
	expect(await watcher.poll(START, [changed(START, 'DOWN')])).toHaveLength(1);
	watcher.connected.set(PLANT, true);
	expect(await watcher.poll(START + HOUR, [changed(START + HOUR, 'UP')])).toEqual([]);
	watcher.connected.set(PLANT, false);
	expect(await watcher.poll(START + 2 * HOUR, [changed(START + 2 * HOUR, 'DOWN')])).toHaveLength(1);
});

test('where the connection may not be read, the word of the event counts, and the log says so', async () => {
	const watcher = new Watcher(tunnelDown);
	watcher.refused.set(PLANT, 403);
	expect(await watcher.poll(START, [changed(START, 'UP')])).toEqual([]);
	expect(await watcher.poll(START, [changed(START, 'DOWN')])).toHaveLength(1);
	expect(watcher.said.join()).toContain('cloud connect 81 could not be read');
});

test('of several changes in one poll the newest counts, whatever their order', async () => {
	const watcher = new Watcher(tunnelDown);
	const events = [changed(START + 2000, 'UP'), changed(START + 1000, 'DOWN')];
	expect(await watcher.poll(START + HOUR, events)).toEqual([]);
	expect(await watcher.poll(START + HOUR, [...events].reverse())).toEqual([]);
});
