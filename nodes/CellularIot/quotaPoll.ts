import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type PollOptions, pollQuotas, type QuotaState } from '../../src/triggers/quota/poll';
import { sampleOf } from '../../src/triggers/quota/sample';
import { type Poll, pollNode } from './polling';
import { readQuotaForm } from './quotaTriggerInput';

type Form = ReturnType<typeof readQuotaForm>;
const optionsOf = ({ now, log }: Poll, form: Form): PollOptions => ({ ...form, now, log });

/** One poll of the quota trigger. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollNode<Form, QuotaState>(context, {
		form: readQuotaForm,
		sample: async (poll, form) => await sampleOf(poll.client, optionsOf(poll, form)),
		poll: async (poll, form, resumed) => {
			const isUnderWay = resumed.before.status?.after !== undefined;
			const budgetMs = poll.budgetMs(form.budgetMs, isUnderWay);
			return await pollQuotas(poll.client, { ...optionsOf(poll, form), budgetMs }, resumed);
		},
	});
}
