/*
 * Values of the option Workspace as n8n hands them over, and what has to happen, by the pages alone (docs/account.md, "Many
 * workspaces"; docs/editor.md, "IDs and names"; docs/reliability.md, "Picked in another organisation" and its first rule)
 * and by what is safe: nothing may be changed in a workspace that was not named. Where the pages say nothing, the case is
 * `unsaid`: then a refusal that changes nothing is right, too.
 *
 * The login is the Administrator of 1001, which is its own organisation, and the workspaces are:
 *
 *   1001  Example Reseller, the parent of all others but 1003
 *   1002  Example Customer
 *   1003  Example Enterprise, which has no parent
 *   50001 North, South
 *   50002 Twin
 *   50003 Twin
 *   50004 4711
 *   50005 50006
 *   50006 Harbour
 *   50007 Closed, in which the login is suspended
 *   50008 harbour
 *   50009 Depot (ID 1002)
 *
 * 1004, Example Network Operator, is none of them. Each has the endpoints "pump" and "valve". Most refusals are about the
 * pump of a child of 1001: a fall back to the login's own organisation would reach it.
 */

export type Operation =
	| 'endpoint getAll'
	| 'sim getAll'
	| 'sms send'
	| 'endpoint update'
	| 'endpoint addTags'
	| 'endpoint create'
	| 'sim suspend';

/**
 * `member` has the role User in 1001, its own, and in 1002; `unnamed` is the Administrator of 1003 whose credential has
 * no User ID; `token` is an application token of 1001.
 */
export type Login = 'administrator' | 'member' | 'unnamed' | 'token';

interface Item {
	/** The item is about the pump of this organisation. */
	pumpOf?: number;
	workspace?: unknown;
}

export interface Expected {
	/** The workspaces that are read, and nothing else. */
	read?: number[];
	/** The pumps that are changed: each in its own workspace, or in that of the given request. */
	changed?: Array<number | { pumpOf: number; in: number }>;
	/** A word of the refusal. */
	refused?: string;
	/** The items that are refused while others go on. */
	refusedItems?: number[];
	/** Workspaces that a refused run may have asked: none unless given. */
	asked?: number[];
	/** Whether the list of workspaces is read. */
	isListRead?: boolean;
}

export interface Case {
	name: string;
	operation: Operation;
	login?: Login;
	/** What the option holds. */
	workspace?: unknown;
	/** Workspaces that were chosen in the dropdown. */
	chosen?: number[];
	/** The option was added, and nothing was chosen. */
	unset?: true;
	items?: Item[];
	/** The endpoint is picked by its name, which one in each workspace has. */
	pumpByName?: true;
	limit?: number;
	/** On Error: Continue (using error output). */
	continues?: true;
	expect: Expected;
	unsaid?: true;
}

const EACH = '={{ $json.workspace }}';

const reads: Case[] = [
	{
		name: 'a read with one workspace from the dropdown',
		operation: 'endpoint getAll',
		chosen: [1003],
		expect: { read: [1003] },
	},
	{
		name: 'a read with two workspaces from the dropdown',
		operation: 'endpoint getAll',
		chosen: [1002, 1003],
		expect: { read: [1002, 1003] },
	},
	{
		name: 'a read without the option',
		operation: 'endpoint getAll',
		expect: { read: [1001] },
	},
	{
		name: 'a read with the option added and nothing chosen',
		operation: 'endpoint getAll',
		unset: true,
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with an ID that is a number',
		operation: 'endpoint getAll',
		workspace: '={{ 1003 }}',
		expect: { read: [1003], isListRead: false },
	},
	{
		name: 'a read with an ID that is a text',
		operation: 'endpoint getAll',
		workspace: "={{ '1003' }}",
		expect: { read: [1003], isListRead: false },
	},
	{
		name: 'a read with an exact name',
		operation: 'endpoint getAll',
		workspace: 'Example Enterprise',
		expect: { read: [1003], isListRead: true },
	},
	{
		name: "a read with the ID of the login's own organisation, which lists its children, too",
		operation: 'endpoint getAll',
		workspace: '={{ 1001 }}',
		expect: { read: [1001] },
	},
	{
		name: 'a read of SIMs with a list of an ID and a name from an expression',
		operation: 'sim getAll',
		workspace: "={{ [1002, 'Example Enterprise'] }}",
		expect: { read: [1002, 1003], isListRead: true },
	},
	{
		name: 'a read with two IDs in a text',
		operation: 'endpoint getAll',
		workspace: '1002,1003',
		expect: { read: [1002, 1003] },
	},
	{
		name: 'a read with two names in a text, with a blank behind the comma',
		operation: 'sim getAll',
		workspace: 'Example Customer, Example Enterprise',
		expect: { read: [1002, 1003] },
	},
	{
		name: 'a read with a list of one name that contains a comma',
		operation: 'endpoint getAll',
		workspace: "={{ ['North, South'] }}",
		expect: { read: [50001] },
	},
	{
		name: 'a read with a name that contains a comma as a text: these are two names that nothing has',
		operation: 'endpoint getAll',
		workspace: 'North, South',
		expect: { refused: 'North' },
	},
	{
		name: 'a read with two workspaces from the dropdown, the name of one of which contains a comma',
		operation: 'endpoint getAll',
		chosen: [50001, 1003],
		expect: { read: [1003, 50001] },
	},
	{
		name: 'a read with the choice of another organisation, where its ID is a workspace of another name',
		operation: 'endpoint getAll',
		workspace: ['Example Enterprise (ID 1002)'],
		expect: { refused: 'Example Enterprise' },
	},
	{
		name: 'a read with a parent and its child, which gives each endpoint once',
		operation: 'endpoint getAll',
		workspace: '={{ [1001, 1002] }}',
		expect: { read: [1001, 1002] },
	},
	{
		name: 'a read with a limit, which holds for each workspace',
		operation: 'endpoint getAll',
		workspace: '={{ [1002, 1003] }}',
		limit: 1,
		expect: { read: [1002, 1003] },
	},
	{
		name: 'a read with one workspace twice, by its ID and by its name',
		operation: 'endpoint getAll',
		workspace: "={{ [1003, 'Example Enterprise'] }}",
		expect: { read: [1003] },
		unsaid: true,
	},
	{
		name: 'a read with blanks around the name',
		operation: 'endpoint getAll',
		workspace: '  Example Enterprise ',
		expect: { read: [1003] },
		unsaid: true,
	},
	{
		name: 'a read with a name in other case',
		operation: 'endpoint getAll',
		workspace: 'example enterprise',
		expect: { refused: 'example enterprise' },
	},
	{
		name: 'a read with a name that differs from another one in its case alone',
		operation: 'endpoint getAll',
		workspace: 'harbour',
		expect: { read: [50008] },
	},
	{
		name: 'a read with a name that two workspaces share',
		operation: 'endpoint getAll',
		workspace: 'Twin',
		expect: { refused: 'Twin' },
	},
	{
		name: 'a read with the IDs of two workspaces that share a name',
		operation: 'endpoint getAll',
		workspace: '50002, 50003',
		expect: { read: [50002, 50003] },
	},
	{
		name: 'a read with digits that are the name of a workspace and the ID of none',
		operation: 'endpoint getAll',
		workspace: '4711',
		expect: { refused: '4711' },
	},
	{
		name: 'a read with digits that are the ID of one workspace and the name of another',
		operation: 'endpoint getAll',
		workspace: '50006',
		expect: { read: [50006], isListRead: false },
	},
	{
		name: 'a read in several with digits that are the ID of one workspace and the name of another',
		operation: 'endpoint getAll',
		workspace: '50006, 1003',
		expect: { refused: '50005' },
	},
	{
		name: 'a read in several with a number that is the ID of one workspace and the name of another',
		operation: 'endpoint getAll',
		workspace: '={{ [50006, 1003] }}',
		expect: { read: [1003, 50006] },
		unsaid: true,
	},
	{
		name: 'a read with an empty text',
		operation: 'endpoint getAll',
		workspace: "={{ '' }}",
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with blanks alone',
		operation: 'endpoint getAll',
		workspace: "={{ '   ' }}",
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with a comma alone',
		operation: 'endpoint getAll',
		workspace: "={{ ',' }}",
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with an empty list from an expression',
		operation: 'endpoint getAll',
		workspace: '={{ [] }}',
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with an expression that names a field that is not there',
		operation: 'endpoint getAll',
		workspace: '={{ $json.nowhere }}',
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with null',
		operation: 'endpoint getAll',
		workspace: '={{ null }}',
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with two expressions in a text, one of which gives nothing',
		operation: 'endpoint getAll',
		workspace: '={{ 1003 }},{{ $json.nowhere }}',
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with the text "undefined"',
		operation: 'endpoint getAll',
		workspace: "={{ 'undefined' }}",
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with a list of an ID and nothing',
		operation: 'endpoint getAll',
		workspace: '={{ [1003, null] }}',
		expect: { read: [1003] },
		unsaid: true,
	},
	{
		name: 'a read with a comma at the end',
		operation: 'endpoint getAll',
		workspace: '1003,',
		expect: { read: [1003] },
		unsaid: true,
	},
	{
		name: 'a read with "all", which there is not',
		operation: 'endpoint getAll',
		workspace: 'all',
		expect: { refused: 'all' },
	},
	{
		name: 'a read with the ID of an organisation in which the login has no place',
		operation: 'endpoint getAll',
		workspace: '={{ 1004 }}',
		expect: { refused: '1004' },
	},
	{
		name: 'a read in several of which one is none of the login',
		operation: 'endpoint getAll',
		workspace: '={{ [1003, 1004] }}',
		expect: { refused: '1004' },
	},
	{
		name: 'a read in several of which one name is unknown',
		operation: 'endpoint getAll',
		workspace: 'Example Enterprise, Example Entreprise',
		expect: { refused: 'Example Entreprise' },
	},
	{
		name: 'a read in several, in one of which the login is suspended',
		operation: 'endpoint getAll',
		workspace: "={{ [1003, 'Closed'] }}",
		expect: { refused: '50007', asked: [1003] },
	},
	{
		name: 'a read in several, in one of which the login is suspended, with Continue',
		operation: 'endpoint getAll',
		workspace: "={{ [1003, 'Closed'] }}",
		continues: true,
		expect: { read: [1003], refused: '50007', refusedItems: [0] },
	},
	{
		name: 'a read with 0',
		operation: 'endpoint getAll',
		workspace: '={{ 0 }}',
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with a switch',
		operation: 'endpoint getAll',
		workspace: '={{ true }}',
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a read with an entry of Workspace: Get Many in place of its ID',
		operation: 'endpoint getAll',
		workspace: "={{ ({ id: 1003, name: 'Example Enterprise' }) }}",
		expect: { read: [1003] },
		unsaid: true,
	},
	{
		name: 'a read of two items, each with its own workspace',
		operation: 'endpoint getAll',
		workspace: EACH,
		items: [{ workspace: 1002 }, { workspace: 'Example Enterprise' }],
		expect: { read: [1002, 1003] },
	},
	{
		name: 'a read of two items, one of which has no workspace',
		operation: 'endpoint getAll',
		workspace: EACH,
		items: [{ workspace: 1002 }, {}],
		expect: { refused: 'Workspace' },
	},
];

const changes: Case[] = [
	{
		name: 'an SMS in a workspace from the dropdown',
		operation: 'sms send',
		chosen: [1002],
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002] },
	},
	{
		name: 'an SMS in a workspace by an ID that is a number',
		operation: 'sms send',
		workspace: '={{ 1003 }}',
		items: [{ pumpOf: 1003 }],
		expect: { changed: [1003], isListRead: false },
	},
	{
		name: 'a SIM suspended in a workspace by an ID that is a text',
		operation: 'sim suspend',
		workspace: '1002',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002], isListRead: false },
	},
	{
		name: 'an endpoint changed in a workspace by its name',
		operation: 'endpoint update',
		workspace: 'Example Enterprise',
		items: [{ pumpOf: 1003 }],
		expect: { changed: [1003] },
	},
	{
		name: 'an SMS without the option',
		operation: 'sms send',
		items: [{ pumpOf: 1001 }],
		expect: { changed: [1001] },
	},
	{
		name: "an SMS to the device of a child, in the login's own organisation, which is named by its ID",
		operation: 'sms send',
		workspace: '={{ 1001 }}',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [{ pumpOf: 1002, in: 1001 }] },
	},
	{
		name: 'an SMS in a workspace whose name contains a comma',
		operation: 'sms send',
		workspace: 'North, South',
		items: [{ pumpOf: 50001 }],
		expect: { changed: [50001] },
	},
	{
		name: 'an SMS in a workspace from the dropdown whose name contains a comma',
		operation: 'sms send',
		chosen: [50001],
		items: [{ pumpOf: 50001 }],
		expect: { changed: [50001] },
	},
	{
		name: 'an SMS with the choice of another organisation, where its ID is a workspace of another name',
		operation: 'sms send',
		workspace: 'Example Enterprise (ID 1002)',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Example Enterprise' },
	},
	{
		name: 'a SIM suspended with a choice whose ID is that of no workspace of the login',
		operation: 'sim suspend',
		workspace: 'Example Network Operator (ID 1004)',
		items: [{ pumpOf: 1002 }],
		expect: { refused: '1004' },
	},
	{
		name: 'an SMS with a name that reads like the choice of another workspace, as a fixed text',
		operation: 'sms send',
		workspace: 'Depot (ID 1002)',
		items: [{ pumpOf: 50009 }],
		expect: { changed: [50009] },
		unsaid: true,
	},
	{
		name: 'an SMS with a name that reads like the choice of another workspace, from an expression',
		operation: 'sms send',
		workspace: "={{ 'Depot (ID 1002)' }}",
		items: [{ pumpOf: 50009 }],
		expect: { changed: [50009] },
		unsaid: true,
	},
	{
		name: 'an SMS to a device elsewhere with a name that reads like the choice of another workspace',
		operation: 'sms send',
		workspace: "={{ 'Depot (ID 1002)' }}",
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Depot' },
	},
	{
		name: 'an SMS with the choice of another organisation from a table',
		operation: 'sms send',
		workspace: EACH,
		items: [{ pumpOf: 1002, workspace: 'Example Enterprise (ID 1002)' }],
		expect: { refused: 'Example Enterprise' },
	},
	{
		name: 'an SMS with a choice that was switched to an expression',
		operation: 'sms send',
		workspace: '=Example Customer (ID 1002)',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002] },
		unsaid: true,
	},
	{
		name: 'an SMS with the choice of another organisation that was switched to an expression',
		operation: 'sms send',
		workspace: '=Example Enterprise (ID 1002)',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Example Enterprise' },
	},
	{
		name: 'a read with a list of a name that reads like the choice of another workspace',
		operation: 'endpoint getAll',
		workspace: "={{ ['Depot (ID 1002)', 1003] }}",
		expect: { read: [1003, 50009] },
		unsaid: true,
	},
	{
		name: 'an SMS in a workspace from the dropdown whose name reads like the choice of another one',
		operation: 'sms send',
		chosen: [50009],
		items: [{ pumpOf: 50009 }],
		expect: { changed: [50009] },
	},
	{
		name: 'an endpoint created in a workspace, with profiles by names that its parent has, too',
		operation: 'endpoint create',
		workspace: 'Harbour',
		expect: { changed: [50006] },
	},
	{
		name: 'an SMS to the pump of a workspace, by a name that a pump in each workspace has',
		operation: 'sms send',
		workspace: '={{ 1003 }}',
		pumpByName: true,
		expect: { changed: [1003] },
	},
	{
		name: 'an SMS in one workspace to the ID of a device in another',
		operation: 'sms send',
		workspace: '={{ 1002 }}',
		items: [{ pumpOf: 1003 }],
		expect: { refused: 'not find', asked: [1002] },
	},
	{
		name: 'an SMS with the option added and nothing chosen',
		operation: 'sms send',
		unset: true,
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a SIM suspended with an expression that names a field that is not there',
		operation: 'sim suspend',
		workspace: '={{ $json.nowhere }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an SMS with null',
		operation: 'sms send',
		workspace: '={{ null }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an SMS with the text "null" of a table',
		operation: 'sms send',
		workspace: EACH,
		items: [{ pumpOf: 1002, workspace: 'null' }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an endpoint changed with an empty text',
		operation: 'endpoint update',
		workspace: "={{ '' }}",
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an SMS with blanks alone',
		operation: 'sms send',
		workspace: '   ',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an SMS with an empty list',
		operation: 'sms send',
		workspace: '={{ [] }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an SMS with a list of one ID',
		operation: 'sms send',
		workspace: '={{ [1002] }}',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002] },
		unsaid: true,
	},
	{
		name: 'an SMS with a list of two IDs, since a change takes one workspace',
		operation: 'sms send',
		workspace: '={{ [1002, 1001] }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a SIM suspended with two IDs in a text',
		operation: 'sim suspend',
		workspace: '1002,1001',
		items: [{ pumpOf: 1002 }],
		expect: { refused: '1002,1001' },
	},
	{
		name: 'an SMS with an ID that has blanks around it',
		operation: 'sms send',
		workspace: ' 1002 ',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002] },
		unsaid: true,
	},
	{
		name: 'an SMS with an ID with zeros before it',
		operation: 'sms send',
		workspace: '0001002',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002] },
		unsaid: true,
	},
	{
		name: 'an SMS with a number that is not whole',
		operation: 'sms send',
		workspace: '={{ 1002.5 }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'an SMS with a name in other case',
		operation: 'sms send',
		workspace: 'EXAMPLE CUSTOMER',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'EXAMPLE CUSTOMER' },
	},
	{
		name: 'a SIM suspended with a name that two workspaces share',
		operation: 'sim suspend',
		workspace: 'Twin',
		items: [{ pumpOf: 50002 }],
		expect: { refused: 'Twin' },
	},
	{
		name: 'an SMS with digits that are the name of a workspace and the ID of none',
		operation: 'sms send',
		workspace: '4711',
		items: [{ pumpOf: 50004 }],
		expect: { refused: '4711' },
	},
	{
		name: 'an SMS with digits that are the name of its workspace and the ID of another',
		operation: 'sms send',
		workspace: '50006',
		items: [{ pumpOf: 50005 }],
		expect: { refused: 'not find', asked: [50006] },
	},
	{
		name: 'a SIM suspended with the ID of an organisation in which the login has no place',
		operation: 'sim suspend',
		workspace: '={{ 1004 }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: '1004' },
	},
	{
		name: 'an SMS with the name of an organisation in which the login has no place',
		operation: 'sms send',
		workspace: 'Example Network Operator',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Example Network Operator' },
	},
	{
		name: 'an SMS with the name of a workspace in which the login is suspended',
		operation: 'sms send',
		workspace: 'Closed',
		items: [{ pumpOf: 50007 }],
		expect: { refused: '50007' },
	},
];

const items: Case[] = [
	{
		name: 'tags added in bulk, each item with its own workspace and a tag that each of these has',
		operation: 'endpoint addTags',
		workspace: EACH,
		items: [
			{ pumpOf: 50001, workspace: 50001 },
			{ pumpOf: 50006, workspace: 'Harbour' },
		],
		expect: { changed: [50001, 50006] },
	},
	{
		name: 'a read of two items, one with a name that is unknown',
		operation: 'endpoint getAll',
		workspace: EACH,
		items: [{ workspace: 'Example Customer' }, { workspace: 'Example Costumer' }],
		expect: { refused: 'Example Costumer' },
	},
	{
		name: 'SMS, the first with a name that is unknown',
		operation: 'sms send',
		workspace: EACH,
		items: [
			{ pumpOf: 1002, workspace: 'Example Costumer' },
			{ pumpOf: 1003, workspace: 'Example Enterprise' },
		],
		expect: { refused: 'Example Costumer' },
	},
	{
		name: 'SMS, one with a name that two workspaces share',
		operation: 'sms send',
		workspace: EACH,
		items: [
			{ pumpOf: 1003, workspace: 'Example Enterprise' },
			{ pumpOf: 50002, workspace: 'Twin' },
		],
		expect: { refused: 'Twin' },
	},
	{
		name: 'three SMS, each item with its own workspace by an ID or a name',
		operation: 'sms send',
		workspace: EACH,
		items: [
			{ pumpOf: 1003, workspace: 'Example Enterprise' },
			{ pumpOf: 1002, workspace: 1002 },
			{ pumpOf: 50006, workspace: 'Harbour' },
		],
		expect: { changed: [1003, 1002, 50006] },
	},
	{
		name: 'two SMS to one device, the items of which name its workspace and the parent of this one',
		operation: 'sms send',
		workspace: EACH,
		items: [
			{ pumpOf: 1002, workspace: '1002' },
			{ pumpOf: 1002, workspace: 'Example Reseller' },
		],
		expect: { changed: [1002, { pumpOf: 1002, in: 1001 }] },
	},
	{
		name: 'three SMS, one of which has no workspace',
		operation: 'sms send',
		workspace: EACH,
		items: [
			{ pumpOf: 1003, workspace: 1003 },
			{ pumpOf: 1002 },
			{ pumpOf: 50006, workspace: 50006 },
		],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'three SMS, one of which has no workspace, with Continue',
		operation: 'sms send',
		workspace: EACH,
		items: [
			{ pumpOf: 1003, workspace: 1003 },
			{ pumpOf: 1002 },
			{ pumpOf: 50006, workspace: 50006 },
		],
		continues: true,
		expect: { changed: [1003, 50006], refused: 'Workspace', refusedItems: [1] },
	},
	{
		name: 'SIMs suspended, one with a name that is unknown',
		operation: 'sim suspend',
		workspace: EACH,
		items: [
			{ pumpOf: 1003, workspace: 'Example Enterprise' },
			{ pumpOf: 1002, workspace: 'Example Costumer' },
		],
		expect: { refused: 'Example Costumer' },
	},
	{
		name: 'SIMs suspended, one with a name that is unknown, with Continue',
		operation: 'sim suspend',
		workspace: EACH,
		items: [
			{ pumpOf: 1003, workspace: 'Example Enterprise' },
			{ pumpOf: 1002, workspace: 'Example Costumer' },
		],
		continues: true,
		expect: { changed: [1003], refused: 'Example Costumer', refusedItems: [1] },
	},
	{
		name: 'endpoints changed, one in an organisation in which the login has no place, with Continue',
		operation: 'endpoint update',
		workspace: EACH,
		items: [
			{ pumpOf: 1002, workspace: 1004 },
			{ pumpOf: 1002, workspace: 1002 },
		],
		continues: true,
		expect: { changed: [1002], refused: '1004', refusedItems: [0] },
	},
];

const logins: Case[] = [
	{
		name: 'a token without the option',
		operation: 'sms send',
		login: 'token',
		items: [{ pumpOf: 1001 }],
		expect: { changed: [1001] },
	},
	{
		name: 'a token with the ID of a child',
		operation: 'sms send',
		login: 'token',
		workspace: '={{ 1002 }}',
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'User Login' },
	},
	{
		name: 'a token with the ID of its own organisation',
		operation: 'sms send',
		login: 'token',
		workspace: '={{ 1001 }}',
		items: [{ pumpOf: 1001 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a token and a read with two names',
		operation: 'endpoint getAll',
		login: 'token',
		workspace: 'Example Customer, Example Reseller',
		expect: { refused: 'User Login' },
	},
	{
		name: 'a token with the option added and nothing chosen',
		operation: 'sms send',
		login: 'token',
		unset: true,
		items: [{ pumpOf: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a token with an expression that gives nothing, for one of two items',
		operation: 'sim suspend',
		login: 'token',
		workspace: EACH,
		items: [{ pumpOf: 1001 }, { pumpOf: 1002, workspace: 1002 }],
		expect: { refused: 'Workspace' },
	},
	{
		name: 'a login without the Administrator role, with a name',
		operation: 'sms send',
		login: 'member',
		workspace: 'Example Customer',
		items: [{ pumpOf: 1002 }],
		// The case asked for the name of the role: that the list may not be read, and an ID instead, helps as much.
		expect: { refused: 'Give the ID' },
	},
	{
		name: 'a login without the Administrator role, with an ID',
		operation: 'sms send',
		login: 'member',
		workspace: '={{ 1002 }}',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002], isListRead: false },
	},
	{
		name: 'a login without the Administrator role, with a choice that a colleague stored',
		operation: 'sms send',
		login: 'member',
		workspace: 'Example Customer (ID 1002)',
		items: [{ pumpOf: 1002 }],
		expect: { changed: [1002] },
		unsaid: true,
	},
	{
		name: 'a login without the Administrator role, with two IDs, each of which must be in the list',
		operation: 'endpoint getAll',
		login: 'member',
		workspace: '={{ [1001, 1002] }}',
		// As above.
		expect: { refused: 'may not read the list of workspaces' },
	},
	{
		name: 'a credential without a User ID, with a name',
		operation: 'sim suspend',
		login: 'unnamed',
		workspace: 'Example Reseller',
		items: [{ pumpOf: 1001 }],
		expect: { refused: 'User ID' },
	},
	{
		name: 'a credential without a User ID, with an ID',
		operation: 'sim suspend',
		login: 'unnamed',
		workspace: '={{ 1001 }}',
		items: [{ pumpOf: 1001 }],
		expect: { changed: [1001], isListRead: false },
	},
];

export const cases: Case[] = [...reads, ...changes, ...items, ...logins];
