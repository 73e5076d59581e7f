import type { Field, Json } from './define';
import * as f from './fields';
import { at, flat, type Kind } from './reading';

/* Streams that push usage or events to a destination. Source: public reference. */

/** Tolerant: samples hold ids such as `"1,"`. */
const idIn = (value: unknown): unknown => {
	const n = Number.parseInt(String(value), 10);
	return Number.isNaN(n) ? value : n;
};

const REFERENCES = ['data_stream_type', 'status', 'relation_resolution'];

/** The id of a stream is text. Headers come masked, and stay so. */
export const stream: Kind = {
	read: (entity: Json) => ({
		...entity,
		id: String(entity.id),
		...Object.fromEntries(
			REFERENCES.filter((key) => at(entity, `${key}.id`) !== undefined).map((key) => [
				key,
				{ ...(entity[key] as Json), id: idIn(at(entity, `${key}.id`)) },
			]),
		),
	}),
	simple: flat(
		...['id', 'name', 'type=data_stream_type.description|data_stream_type.id'],
		...['connection_type=destination.connection_type', 'url=destination.credentials.url'],
		...['status=status.description|status.id', 'status_id=status.id', 'filters'],
	),
};

const ID_RULE = 'must be the ID of a data stream: letters, digits, dashes';
export const dataStreamId: Field<string> = {
	...f.path(
		'dataStreamId',
		f.pick({ label: 'Data Stream', hint: 'The data stream to work on' }, 'dataStream', {
			schema: (s) => s.textSchema(ID_RULE, (v) => /^[\w-]{1,64}$/.test(v)),
			rule: ID_RULE,
			textIds: true,
		}),
	),
	example: '0a1b2c3d',
};

const TYPES = ['AwsKinesis', 'Datadog', 'EventHubs', 'KeenIO', 'PubSub', 'RestAPI', 'S3'];

/** A name and a value on one line, as `name:value`. */
const isHeader = (line: string) => /^[\w!#$%&'*+.^`|~-]+:\S[^\r\n]*$/.test(line);

type Shown = Record<string, unknown[]>;
const textFor =
	(shown: Shown) =>
	(type: string, key: string, label: string, hint: string, secret = false) =>
		f.body(
			`destination.credentials.${key}`,
			f.text(
				{ label, hint, showWhen: { ...shown, connectionType: [type] } },
				'must not be empty',
				(v) => v !== '',
				secret ? { secret } : {},
			),
		);

/** A destination in full: what was read of one is masked and must not be written back. */
export function destinationFields(shown: Shown = {}) {
	const when = (type: string) => ({ ...shown, connectionType: [type] });
	const text = textFor(shown);
	const size = (type: string, key: string, label: string, hint: string, range: number[]) =>
		f.body(
			`destination.credentials.${key}`,
			f.number(
				{ label, hint, default: range[2]!, showWhen: when(type) },
				{ min: range[0]!, max: range[1]! },
			),
		);
	const https = text(
		'RestAPI',
		'url',
		'URL',
		'Where the records go; https with a public certificate',
	);
	return {
		connectionType: f.body(
			'destination.connection_type',
			f.choice(
				{ label: 'Destination', hint: 'Where the records go', default: 'RestAPI', showWhen: shown },
				TYPES.map((value) => ({ name: value, value })),
			),
		),
		url: {
			...f.checkedBy(https, (s) =>
				s.textSchema('must be an https address', (v) => /^https:\/\/[^\s/]+/.test(v)),
			),
			placeholder: 'https://example.com/stream',
			rule: 'must be an https address',
		},
		method: f.body(
			'destination.credentials.method',
			f.choice(
				{
					label: 'Method',
					hint: 'Method of the requests',
					default: 'POST',
					showWhen: when('RestAPI'),
				},
				['PATCH', 'POST', 'PUT'].map((value) => ({ name: value, value })),
			),
		),
		headers: {
			...f.checkedBy(
				f.body(
					'destination.credentials.headers',
					f.text({
						label: 'Headers',
						hint: 'Lines of name:value; a long random value in one is the only proof of who sends',
						placeholder: 'Authorization:Bearer example',
						showWhen: when('RestAPI'),
					}),
				),
				(s) =>
					s.partsSchema(
						['\n', 'must be lines of name:value'],
						[isHeader, 'must be lines of name:value, without a blank after the colon'],
					),
			),
			control: { kind: 'text', secret: true } as const,
		},
		size: size(
			...(['RestAPI', 'size', 'Records in a Request', 'With 1 a body is one object'] as const),
			[1, 10000, 500],
		),
		region: text('AwsKinesis', 'region', 'Region', 'Region of the stream'),
		streamName: text('AwsKinesis', 'stream_name', 'Stream Name', 'Name of the Kinesis stream'),
		roleArn: text('AwsKinesis', 'role_arn', 'Role ARN', 'Role that may write'),
		bucketRegion: text('S3', 'region', 'Bucket Region', 'Region of the bucket'),
		bucketName: text('S3', 'bucket_name', 'Bucket Name', 'Name of the bucket'),
		bucketRole: text('S3', 'role_arn', 'Bucket Role ARN', 'Role that may write'),
		flushSize: size(
			...(['S3', 'flush_size', 'Records in a File', 'Records in a file'] as const),
			[10, 100_000, 10_000],
		),
		rotateInterval: size(
			...(['S3', 'rotate_interval', 'Rotate Interval', 'Milliseconds until a new file'] as const),
			[10_000, 900_000, 10_000],
		),
		projectId: text('KeenIO', 'project_id', 'Project ID', 'Project in KeenIO'),
		writeKey: text('KeenIO', 'write_key', 'Write Key', 'Key that may write', true),
		collectionName: text('KeenIO', 'collection_name', 'Collection Name', 'Name of the collection'),
		collectionSize: size(
			...(['KeenIO', 'size', 'Batch Size', 'Records in a request'] as const),
			[1, 10000, 500],
		),
		apiKey: text('Datadog', 'api_key', 'API Key', 'Key of the Datadog account', true),
		site: f.body(
			'destination.credentials.region',
			f.choice(
				{ label: 'Site', hint: 'Site of the account', default: 'EU', showWhen: when('Datadog') },
				['EU', 'US', 'US1FED', 'US3'].map((value) => ({ name: value, value })),
			),
		),
		connectionString: text(
			...([
				'EventHubs',
				'connection_string',
				'Connection String',
				'Of the event hub',
				true,
			] as const),
		),
		topic: text('PubSub', 'cps_topic', 'Topic', 'Topic to publish to'),
		project: text('PubSub', 'cps_project', 'Project', 'Project of the topic'),
		format: f.body(
			'destination.format',
			f.choice(
				{ label: 'Format', hint: 'Format of the files', default: 'Json', showWhen: when('S3') },
				[
					{ name: 'CSV', value: 'Csv' },
					{ name: 'JSON', value: 'Json' },
				],
			),
		),
	};
}

/** What an events stream lets through. */
export const filterFields = {
	eventTypeIds: f.body(
		'filters',
		f.picks(
			{ label: 'Event Types', hint: 'Only events of these types; none of them lets all through' },
			'eventType',
		),
	),
	alertsOnly: f.body(
		'filters',
		f.flag({
			label: 'Only Alerts',
			hint: 'Whether to send only events that are worth telling somebody',
		}),
	),
};

/** The filters of a stream; undefined when none is given, an empty list to remove all. */
export function filtersOf(input: {
	eventTypeIds?: number[] | undefined;
	alertsOnly?: boolean | undefined;
}): Json[] | undefined {
	const { eventTypeIds, alertsOnly } = input;
	if (eventTypeIds === undefined && alertsOnly === undefined) return undefined;
	return [
		...(eventTypeIds?.length ? [{ field: 'event_type_id', value: eventTypeIds }] : []),
		...(alertsOnly ? [{ field: 'alert', value: true }] : []),
	];
}
