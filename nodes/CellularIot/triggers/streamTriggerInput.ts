import type { IHookFunctions } from 'n8n-workflow';
import type { AddressKind } from '../../../src/triggers/runtime/registration';
import { optionsIn, streamForm, usageRuleIn } from '../../../src/triggers/stream/form';
import type { WantedStream } from '../../../src/triggers/stream/registration';
import type { UsageRule } from '../../../src/triggers/stream/usage';
import { type FormContext, readerOf } from './triggerInput';

/* How the form of the stream trigger is read for its registration. */

export const readStreamForm = (context: FormContext) => streamForm(readerOf(context));

/** @throws InputError */
export const readUsageRule = (context: FormContext, event: UsageRule['event']): UsageRule =>
	usageRuleIn(readerOf(context), event);

const readOptions = (context: FormContext) => optionsIn(readerOf(context));

/** The choice for a registered stream in error. @throws InputError */
export function readInError(context: FormContext) {
	const { inError = 'restart' } = readOptions(context);
	const { registers } = readStreamForm(context);
	return {
		restarts: registers && ['restart', 'both'].includes(inError),
		tells: registers && ['tell', 'both'].includes(inError),
	};
}

/** The streams a registration makes, and how. @throws InputError */
export function readWantedStreams(context: IHookFunctions, kind: AddressKind) {
	const { streamName, size, unpublished, eventTypeIds, alertsOnly, allowPrivate } =
		readOptions(context);
	const { id, name } = context.getWorkflow();
	const chosen = streamName?.trim() || `n8n ${name ?? id} ${context.getNode().name}`;
	const own = kind === 'test' ? `${chosen} test` : chosen;
	const streams = readStreamForm(context).kinds.map(
		(records): WantedStream =>
			records === 'usage'
				? { typeId: 1, name: `${own} (usage)` }
				: {
						...{ typeId: 2, name: `${own} (events)` },
						...(eventTypeIds && { eventTypeIds }),
						...(alertsOnly === true && { alertsOnly }),
					},
	);
	return { streams, size: size ?? 500, unpublished: unpublished ?? 'delete', allowPrivate };
}
