import { CellularIotError, knownOf, outcomeAfter } from '../../../errors';
import type { Read } from '../../../readings/given';
import { type PlainCharacters, readMessage } from '../../../readings/message';
import { idFromLocation } from '../../answers';
import {
	type Answer,
	type Call,
	type Input,
	type InputOf,
	type Json,
	type Operation,
	type ReadBack,
	type Rule,
	operationsWith,
} from '../../define';
import * as f from '../../fields';
import { verifyUnknown } from '../../outcomes';
import { onlyNewEntry } from '../../readBack';
import { inFuture, rule } from '../../rules';
import { asNumber } from '../../values';
import { getAllSms } from './smsMessages';
import { priceOf } from './smsPrice';
import { alphabetOf, dearerBecause, factsOf, MAX_PARTS, measureText, splitText } from './smsText';

/** Only some parts of a long message were sent. */
class PartialSendError extends CellularIotError {
	override readonly details: Json;

	constructor(
		sent: number,
		total: number,
		/** Ids of the parts that went out, where the service gave them. */
		smsIds: number[],
		cause: unknown,
	) {
		const { message, outcome } = knownOf(cause);
		super(
			`Part ${sent + 1} of ${total} of the SMS ${outcome === 'unknown' ? 'may not have been sent' : 'was not sent'}; ` +
				`${sent === 0 ? 'no part' : sent === 1 ? 'part 1' : `parts 1 to ${sent}`} went out. ${message}`,
			'The device cannot show an incomplete message. Sending again sends (and bills) all parts again.',
			outcomeAfter(sent, cause),
			cause,
		);
		this.details = { parts_sent: sent, parts: total, sms_ids: smsIds };
	}
}

export const isAlphanumeric = (sender: string) => !/^\+?\d+$/.test(sender);

/** Source: specification, Send SMS (alphanumeric sender: 11 characters, type 208). */
const senderRule = rule(
	'an alphanumeric {sourceAddress} has at most 11 characters and the type 208',
	({ sourceAddress: sender, sourceAddressType: type }) => {
		if (typeof sender !== 'string') {
			return type === undefined
				? undefined
				: { field: 'sourceAddressType', rule: 'needs {sourceAddress} to be given too' };
		}
		const refuse = (must: string) => ({ field: 'sourceAddress', rule: must });
		if (!isAlphanumeric(sender) && type !== 208)
			return /^\+?\d{1,15}$/.test(sender) ? undefined : refuse('must have at most 15 digits');
		if (sender.length > 11)
			return refuse(
				`must have at most 11 characters when it is alphanumeric, got ${sender.length}`,
			);
		return type === undefined || type === 208
			? undefined
			: { field: 'sourceAddressType', rule: 'must be Alphanumeric (208) for such a sender' };
	},
);

/** The coding scheme that was asked for. */
const schemeOf = ({ dcs }: Input) => (typeof dcs === 'number' ? dcs : undefined);

/** The text of a message as it is sent. Where another alphabet was asked for, it is not read. */
function readText(input: Input): Read<string> {
	const scheme = schemeOf(input);
	const isOther = scheme !== undefined && alphabetOf(scheme) !== 'GSM-7';
	const plain = isOther ? 'asIs' : ((input.plainCharacters ?? 'off') as PlainCharacters);
	return readMessage(String(input.payload), plain);
}

/** An input with its text as it is sent. */
function withText<I extends Input>(input: I): I {
	const read = readText(input);
	return 'refused' in read || read.value === input.payload
		? input
		: { ...input, payload: read.value };
}

/** What was changed in a text, and what its characters cost. */
function textSaid(input: Input): string[] {
	const read = readText(input);
	if ('refused' in read) return [];
	const dearer = dearerBecause(read.value, schemeOf(input));
	return dearer === undefined ? read.changed : [...read.changed, dearer];
}

const charactersRule = rule(
	'{payload} is not UCS-2 only for characters that nobody sees, unless {plainCharacters} says what becomes of them',
	(input: Input) => {
		const read = readText(input);
		if (!('refused' in read)) return undefined;
		return {
			field: 'payload',
			rule: `${read.refused}: retype it, or choose in {plainCharacters} whether it is removed or sent`,
		};
	},
);

/** Most parts that are billed without a warning. */
const USUAL_PARTS = 5;

const messageLengthRule: Rule = (input) => {
	const { longMessages, udh, mostParts } = input;
	const text = String(withText(input).payload);
	const own = typeof udh === 'string' ? udh : undefined;
	const scheme = schemeOf(input);
	const { parts, encoding } = splitText(text, 0, scheme);
	if (scheme !== undefined && encoding === 'UCS-2' && alphabetOf(scheme) === 'GSM-7') {
		return { field: 'dcs', rule: 'must be UCS-2 (8) for characters that GSM 7-bit does not have' };
	}
	const { takes, fit } = measureText(text, scheme, own);
	const fixed = own !== undefined || encoding === '8-bit';
	if (takes > fit && (fixed || longMessages === 'refuse')) {
		const why =
			own !== undefined
				? 'a header of your own is given'
				: fixed
					? 'text of this coding scheme is not split'
					: 'splitting is switched off';
		return {
			field: 'payload',
			rule: `must have at most ${fit} characters (${encoding}) because ${why}; it has ${takes}`,
		};
	}
	const most = Number(mostParts ?? USUAL_PARTS);
	if (parts.length > most) {
		const lift =
			parts.length > MAX_PARTS
				? ''
				: '; each is billed. Set "Maximum Parts" in Options to send more';
		const dearer = dearerBecause(text, scheme);
		const why = dearer === undefined ? '' : ` (${dearer})`;
		return {
			field: 'payload',
			rule: `must fit into ${most} parts, it needs ${parts.length}${why}${lift}`,
		};
	}
	return undefined;
};

const lengthRule = rule(
	`{payload} fits into {mostParts}, ${USUAL_PARTS} unless given; into one (160 characters, 70 in UCS-2) when {longMessages} is Refuse, or with a {udh} or a {dcs} of 8-bit data`,
	messageLengthRule,
);

/** The form of an SMS to a device. */
export const smsFields = {
	endpointId: f.endpointId,
	payload: f.body.text(
		'payload',
		{
			label: 'Message',
			hint: 'Any length: GSM 7-bit (160 characters, 153 a part), else UCS-2 (70, 67 a part); each part is billed',
			placeholder: 'APN=iot.example',
		},
		'must be text that is not empty',
		(v) => v !== '',
		{ rows: 3 },
	),
	...f.inGroup('options', {
		sourceAddress: f.body.text(
			'source_address',
			{
				label: 'Sender',
				hint: 'MSISDN, short code, or a name of at most 11 characters (one-way)',
				placeholder: '12345',
			},
			'must be text that is not empty',
			(v) => v !== '',
		),
		sourceAddressType: f.body.choice(
			'source_address_type.id',
			{
				label: 'Sender Type',
				hint: 'Set automatically for a name',
				default: 145,
			},
			{ Alphanumeric: 208, 'International (E.164)': 145, National: 161 },
		),
		destAddress: f.body.text(
			'dest_address',
			{
				label: 'Reply Address',
				hint: 'Replies to it are forwarded to your callback (P2A SMS)',
			},
			'must be text that is not empty',
			(v) => v !== '',
		),
		expiryDate: f.narrowing(
			f.body.dateTime('expiry_date', {
				label: 'Expiry Date',
				hint: 'When it is discarded undelivered',
			}),
		),
		dcs: f.body.number(
			'dcs',
			{
				label: 'Data Coding Scheme',
				hint: 'Detected unless given: 0 GSM 7-bit, 8 UCS-2, 16 flash, 4 and 246 data for device or SIM',
			},
			{ min: 0, max: 255 },
		),
		udh: f.body.text(
			'udh',
			{
				label: 'User Data Header',
				hint: 'Custom header in hex; sent as a single part then',
				placeholder: '050003A70201',
			},
			'must be hexadecimal digits in pairs',
			(v) => /^([0-9a-fA-F]{2})+$/.test(v),
		),
	}),
	...verifyUnknown,
	...f.inGroup('options', {
		longMessages: f.aboutRun(
			f.choice(
				{
					label: 'Long Messages',
					hint: 'What to do with a text too long for one SMS; split unless given',
					default: 'split',
					saidOnce: true,
				},
				[
					{ name: 'Refuse', value: 'refuse', description: 'Fail before anything is sent' },
					{ name: 'Split', value: 'split', description: 'Send it in parts that the device joins' },
				],
			),
		),
		mostParts: f.aboutRun(
			f.number(
				{
					label: 'Maximum Parts',
					hint: 'Of a long text; each is billed',
					saidOnce: true,
					default: USUAL_PARTS,
				},
				{ min: 1, max: MAX_PARTS },
			),
		),
		plainCharacters: f.aboutRun(
			f.choice(
				{
					label: 'Plain Characters',
					hint: 'Replaced where all then is GSM 7-bit',
					default: 'typographic',
				},
				[
					{
						name: 'All That Have an Equal',
						value: 'equal',
						description: 'Letters too, such as c for ç',
					},
					{ name: 'Off', value: 'off', description: 'Only join accents to their letters' },
					{
						name: 'Send As It Is',
						value: 'asIs',
						description: 'Also characters that nobody sees',
					},
					{
						name: 'Typographic Only',
						value: 'typographic',
						description: 'Quotes, dashes, blanks; what nobody sees is removed',
					},
				],
			),
		),
	}),
};

export type SmsInput = InputOf<typeof smsFields>;

const smsIdOf = (answer: Answer): number | undefined => {
	const id = asNumber((answer.body as Json | null | undefined)?.id) ?? idFromLocation(answer);
	return typeof id === 'number' ? id : undefined;
};

export const smsRules = [senderRule, charactersRule, lengthRule, inFuture<SmsInput>('expiryDate')];

/**
 * How an SMS of unknown outcome is found: by its body among those of its endpoint. Source: public
 * reference.
 */
export const sentBack: ReadBack<SmsInput> = {
	key: ({ endpointId }) => `sms ${endpointId}`,
	ids: (answer) => [smsIdOf(answer)],
	find: async (call, { input, body, since }) => {
		const { payload, udh = '', source_address: from } = body as Json;
		return await onlyNewEntry(await call.other(getAllSms, input), since, 'submit_date', (sms) => {
			const sender = sms.source_address;
			return (
				sms.payload === payload &&
				String(sms.udh ?? '').toUpperCase() === String(udh).toUpperCase() &&
				(from === undefined || sender === undefined || sender === from)
			);
		});
	},
};

/** Parts of a message, each billed as an SMS. */
const partsOf = (input: Input): number =>
	splitText(String(input.payload), 0, schemeOf(input)).parts.length;

/** What a message would take and cost. Sends only reads. */
async function foreseen(call: Call, input: Input): Promise<Json> {
	const facts = factsOf(String(input.payload), schemeOf(input), input.udh as string | undefined);
	return { ...facts, ...(await priceOf(call, Number(input.endpointId), facts.parts)) };
}

/** What operations that send an SMS have in common: a request sends one part. */
export const smsTraits = {
	resource: 'sms',
	stakes: 'billed',
	request: 'POST /api/v1/endpoint/{endpointId}/sms',
	effect: 'act',
	done: 'the SMS was sent',
	smsSent: partsOf,
	complete: withText,
	says: (input: Input) => textSaid(input).map((said) => ({ label: smsFields.payload.label, said })),
	foresees: foreseen,
	success: [201],
	lane: 'single',
	source: 'specification',
	errors: [403, 404, 422],
	explains: {
		403: 'The SIM must be active, the service profile must allow SMS, and the endpoint may need an SMS quota with something left on it.',
		422: 'A value is refused, or the monthly cap of SMS is reached; the message says which.',
	},
} as const satisfies Partial<Operation>;

const define = operationsWith(smsTraits);

/** Sends a text, in parts where it is long. @throws PartialSendError if some parts went out only. */
export async function sendParts(call: Call, input: SmsInput): Promise<Json> {
	const reference = call.messageReference();
	const text = splitText(input.payload, reference, input.dcs);
	const alphanumeric = input.sourceAddress !== undefined && isAlphanumeric(input.sourceAddress);
	const type = input.sourceAddressType ?? (alphanumeric ? 208 : undefined);
	const smsIds: number[] = [];
	for (const [sent, part] of text.parts.entries()) {
		try {
			const body = {
				payload: part.payload,
				source_address: input.sourceAddress,
				source_address_type: type && { id: type },
				dest_address: input.destAddress,
				udh: input.udh ?? part.udh,
				dcs: text.dcs,
				expiry_date: input.expiryDate,
			};
			const id = smsIdOf(await call.own(input, { body }));
			if (id !== undefined) smsIds.push(id);
		} catch (error) {
			if (text.parts.length === 1) throw error;
			throw new PartialSendError(sent, text.parts.length, smsIds, error);
		}
	}
	return {
		endpoint_id: input.endpointId,
		sent: true,
		...factsOf(input.payload, input.dcs, input.udh),
		...(text.parts.length > 1 && { message_reference: reference }),
		...(smsIds.length > 0 && { sms_ids: smsIds }),
	};
}

const sendFields = {
	...smsFields,
	...f.inGroup('options', {
		dryRun: f.aboutRun(f.dryRunFlag('Whether to only show parts and price')),
	}),
};

/** What a dry run gives of a message. */
const dryRunOf = async (call: Call, input: Input): Promise<Json> => ({
	endpoint_id: input.endpointId,
	sent: false,
	dry_run: true,
	...(await foreseen(call, input)),
});

export const sendSms = define({
	name: 'send',
	action: 'Send SMS',
	description:
		'Send a text to a device; a long one goes out in parts. To wait for a reply: Send and Await Reply of Cellular IoT Jobs.',
	waves: true,
	notice: 'A long message is sent in parts, and each part is billed as an SMS.',
	fields: sendFields,
	rules: smsRules,
	readBack: sentBack,
	run: async (call, input: SmsInput & { dryRun?: boolean | undefined }) =>
		input.dryRun === true ? await dryRunOf(call, input) : await sendParts(call, input),
});
