import { CellularIotError, knownOf, outcomeAfter } from '../../../errors';
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
import { alphabetOf, MAX_PARTS, measureText, splitText } from './smsText';

/** Only some parts of a long message were sent. */
export class PartialSendError extends CellularIotError {
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

/** Most parts that are billed without a warning. */
const USUAL_PARTS = 5;

const messageLengthRule: Rule = ({ payload, longMessages, udh, dcs, mostParts }) => {
	const text = String(payload);
	const own = typeof udh === 'string' ? udh : undefined;
	const scheme = typeof dcs === 'number' ? dcs : undefined;
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
		return {
			field: 'payload',
			rule: `must fit into ${most} parts, it needs ${parts.length}${lift}`,
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
			hint: 'Of any length; sent as GSM 7-bit (160 characters, 153 a part) or, when a character needs it, UCS-2 (70, 67 a part). Each part is billed as an SMS.',
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
				hint: 'MSISDN, short code, or an alphanumeric name of at most 11 characters (one-way)',
				placeholder: '12345',
			},
			'must be text that is not empty',
			(v) => v !== '',
		),
		sourceAddressType: f.body.choice(
			'source_address_type.id',
			{
				label: 'Sender Type',
				hint: 'Set automatically for an alphanumeric sender',
				default: 145,
			},
			{ Alphanumeric: 208, 'International (E.164)': 145, National: 161 },
		),
		destAddress: f.body.text(
			'dest_address',
			{
				label: 'Reply Address',
				hint: 'Callback identifier: replies to it are forwarded to your callback (P2A SMS)',
			},
			'must be text that is not empty',
			(v) => v !== '',
		),
		expiryDate: f.narrowing(
			f.body.dateTime('expiry_date', {
				label: 'Expiry Date',
				hint: 'When an undelivered message is discarded',
			}),
		),
		dcs: f.body.number(
			'dcs',
			{
				label: 'Data Coding Scheme',
				hint: 'As in 3GPP TS 23.038, detected unless given: 0 GSM 7-bit, 8 UCS-2, 16 a flash message, 4 and 246 data for the device or its SIM',
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
					default: USUAL_PARTS,
				},
				{ min: 1, max: MAX_PARTS },
			),
		),
	}),
};

export type SmsInput = InputOf<typeof smsFields>;

const smsIdOf = (answer: Answer): number | undefined => {
	const id = asNumber((answer.body as Json | null | undefined)?.id) ?? idFromLocation(answer);
	return typeof id === 'number' ? id : undefined;
};

export const smsRules = [senderRule, lengthRule, inFuture<SmsInput>('expiryDate')];

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
const partsOf = ({ payload, dcs }: Input): number =>
	splitText(String(payload), 0, typeof dcs === 'number' ? dcs : undefined).parts.length;

/** What operations that send an SMS have in common: a request sends one part. */
export const smsTraits = {
	resource: 'sms',
	stakes: 'billed',
	request: 'POST /api/v1/endpoint/{endpointId}/sms',
	effect: 'act',
	done: 'the SMS was sent',
	smsSent: partsOf,
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
		parts: text.parts.length,
		encoding: text.encoding,
		...(text.parts.length > 1 && { message_reference: reference }),
		...(smsIds.length > 0 && { sms_ids: smsIds }),
	};
}

export const sendSms = define({
	name: 'send',
	action: 'Send SMS',
	description: 'Send a text to the device of an endpoint; a long text goes out in parts',
	waves: true,
	notice: 'A long message is sent in parts, and each part is billed as an SMS.',
	fields: smsFields,
	rules: smsRules,
	readBack: sentBack,
	run: sendParts,
});
