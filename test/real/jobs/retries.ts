import { exactly, type Figure } from '../../faults/figures';
import { act, byId, counts, endpointIds, outcomeOf, withSimulator } from '../../faults/runs';

/* n8n's Retry On Fail, which runs the whole node again: each item is sent at most once. */

const TRIES = 3;
/** Share of calls with a refused session, in the last tenth of the messages. */
const REFUSED = 0.08;
const match = { method: 'POST', path: '/sms$' };

/** SMS with three tries: a tenth get no answer, and a tenth are not sent in the first try. */
export const retryOnFail = async (sends: number): Promise<Figure[]> =>
	await withSimulator({ seed: { endpoints: 500 } }, async (sim, credentials) => {
		await sim.setFaults({
			seed: 7,
			rules: [
				// n8n retries when the first item has failed.
				{ match, kind: 'resetAfter', times: 1 },
				// After two refused sessions, a try sends nothing more and leaves the remaining items.
				{ match, kind: 'unauthorized', skip: 0.9 * sends, times: REFUSED * sends },
				{ match, kind: 'resetAfter', rate: 0.1 },
			],
		});
		const ids = endpointIds(sim);
		const messages = Array.from({ length: sends }, (_, i) => ({
			to: ids[i % ids.length]!,
			text: `message ${i}`,
		}));
		const { items, errors } = await act(
			credentials,
			{
				resource: 'sms',
				operation: 'send',
				payload: '={{ $json.text }}',
				endpointId: byId('={{ $json.to }}'),
			},
			messages,
			{ maxTries: TRIES },
		);
		const effects = sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent');
		const applied = [...counts(effects.map(({ detail }) => detail.payload)).values()];
		const outcomes = [...counts(errors.map(outcomeOf))].map(([name, n]) => `${n} ${name}`);
		const refused = sim.ledger().requests.filter(({ fault }) => fault === 'unauthorized').length;
		const said = (once: number, twice: number, others: string, refusals: number) =>
			`${once} sent once, ${twice} twice; ${others}; ${refusals} calls refused a session`;
		const unknown = errors.filter((item) => outcomeOf(item) === 'unknown').length;
		return [
			exactly(
				`Retry On Fail: ${sends} SMS, ${TRIES} tries`,
				said(sends, 0, `${sends - unknown} done, ${unknown} unknown`, REFUSED * sends),
				said(
					applied.filter((times) => times === 1).length,
					applied.filter((times) => times > 1).length,
					`${items.length} done, ${outcomes.join(', ')}`,
					refused,
				),
			),
		];
	});
