import type { IDataObject } from 'n8n-workflow';
import type { Delivery, WebhookWorkflow } from '../../support/n8n/triggers';

/**
 * Delivers all calls at once and repeats those that n8n did not accept, as the service does; returns the
 * items of all runs. `hold`: work of n8n during each call, which may make the call fail with 500.
 */
export async function deliverAll(
	workflow: WebhookWorkflow,
	calls: Delivery[],
	hold?: () => Promise<void>,
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	let open = calls;
	for (let turn = 0; open.length > 0; turn++) {
		expect(turn).toBeLessThan(20);
		const answers = await Promise.all(open.map((call) => workflow.deliver(call, hold)));
		for (const { status, headers, items: own = [] } of answers) {
			expect(hold ? [200, 500, 503] : [200, 503]).toContain(status);
			if (status === 503) expect(headers['retry-after']).toBe('5');
			items.push(...own);
		}
		open = open.filter((_, i) => answers[i]!.status !== 200);
	}
	return items;
}
