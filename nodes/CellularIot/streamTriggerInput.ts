import type { IHookFunctions } from 'n8n-workflow';
import type { Fields, InputOf } from '../../src/operations/define';
import { at } from '../../src/operations/reading';
import type { Kind } from '../../src/triggers/sms/callbackMarks';
import type { RecordKind, StreamRecord } from '../../src/triggers/stream/record';
import type { WantedStream } from '../../src/triggers/stream/registration';
import { USAGE_FIELDS, usageRule } from '../../src/triggers/stream/usageFields';
import type { UsageRule } from '../../src/triggers/stream/usage';
import { EVENTS, options, type StreamEvent } from './streamTriggerForm';
import { type FormContext, parameter, triggerInput } from './triggerInput';

/* How the form of the stream trigger is read. */

/** What the form asks for, as far as every call needs it. */
export function readStreamForm(context: FormContext) {
	const event = parameter(context, 'event', 'records') as StreamEvent;
	const kinds: readonly RecordKind[] = EVENTS.find(({ value }) => value === event)?.kinds ?? [];
	const registers = parameter(context, 'registerStream', true) === true;
	const verification = registers ? 'own' : parameter(context, 'verification', 'secret');
	return {
		event,
		kinds,
		registers,
		verification: verification as 'own' | 'secret' | 'none',
		simplify: parameter(context, 'simplify', true) === true,
	};
}

/** Whether a record was asked for: a stream that somebody made by hand may send more. @throws InputError */
export function wantedBy(context: FormContext): (record: StreamRecord) => boolean {
	const { kinds } = readStreamForm(context);
	const { eventTypeIds, alertsOnly } = readOptions(context);
	return ({ kind, entity }) => {
		if (!kinds.includes(kind)) return false;
		if (kind === 'usage') return true;
		const isOfType =
			!eventTypeIds?.length || eventTypeIds.includes(Number(at(entity, 'event_type.id')));
		return isOfType && (alertsOnly !== true || Number(entity.alert) === 1);
	};
}

const readOptions = (context: FormContext) =>
	triggerInput(context, options) as Partial<InputOf<typeof options>>;

/** The choice for a registered stream in error. @throws InputError */
export function readInError(context: FormContext) {
	const { inError = 'restart' } = readOptions(context);
	const { registers } = readStreamForm(context);
	return {
		restarts: registers && ['restart', 'both'].includes(inError),
		tells: registers && ['tell', 'both'].includes(inError),
	};
}

/** The rule of a usage event. @throws InputError */
export function readUsageRule(context: FormContext, event: UsageRule['event']): UsageRule {
	const own = USAGE_FIELDS.filter(({ events }) => events.includes(event));
	const fields = Object.assign({}, ...own.map((part) => part.fields)) as Fields;
	return usageRule(event, triggerInput(context, fields), context.getTimezone());
}

/** The streams a registration makes, and how. @throws InputError */
export function readStreams(context: IHookFunctions, kind: Kind) {
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
