import { exactly, type Figure } from '../../faults/figures';
import { act, byId, counts, endpointIds, outcomeOf, withSimulator } from '../../faults/runs';

/* n8n's Retry On Fail, which runs the whole node again: each item is sent once at most. */

const TRIES = 3;
/** Share of calls that are refused their session, at the last tenth of the messages. */
const REFUSED = 0.08;
const match = { method: 'POST', path: '/sms$' };

/** SMS under three tries: a tenth has no answer, and a tenth is not sent by the first try. */
export const retryOnFail = async (sends: number): Promise<Figure[]> =>
	await withSimulator({ seed: { endpoints: 500 } }, async (sim, credentials) => {
		await sim.setFaults({
			seed: 7,
			rules: [
				// n8n tries again when the first item has failed.
				{ match, kind: 'resetAfter', times: 1 },
				// The session, and the next one: a try asks no more then, and leaves what is left of the items.
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
				...{ resource: 'sms', operation: 'send', payload: '={{ $json.text }}' },
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
