import { DAY } from '../../service/builders';
import { NOW, type By } from '../case';
import type { Act, Case, World } from '../world';
import {
	activatesAgain,
	deletes,
	enables,
	givesNameAway,
	givesSimAway,
	movesDevice,
	movesSim,
	renames,
	swapsSim,
	tagsGateway,
	takesTagOff,
} from './acts';

const LOOK =
	'evidence, 2: right before, a look at that thing; what is not meant any more is left, and said';
const SIM =
	'docs/jobs.md, Retire: one that gets another SIM before it is deleted is left, with an error';

const ways: [By, string][] = [
	['tag', 'by tag'],
	['id', 'by id'],
	['name', 'by name'],
];

const meanwhile: [string, string, Act, By[]][] = [
	['takes the tag off', LOOK, takesTagOff, ['tag', 'id', 'name']],
	['renames the device', LOOK, renames, ['tag', 'id', 'name']],
	['gives the name to another device', LOOK, givesNameAway, ['name']],
	['swaps the SIM with another device', SIM, swapsSim, ['tag', 'id', 'name', 'iccid', 'imei']],
	['gives the SIM to another device', LOOK, givesSimAway, ['tag', 'id', 'name']],
	['moves the SIM to another workspace', LOOK, movesSim, ['tag', 'id', 'name']],
	['moves the device out of reach', LOOK, movesDevice, ['tag', 'id']],
	[
		'enables the device',
		'evidence, 2: nothing is written only because it was read',
		enables,
		['tag', 'id', 'name'],
	],
	[
		'activates the SIM again',
		'every SIM is named with what became of it; nothing the colleague did is undone',
		activatesAgain,
		['tag', 'id'],
	],
	[
		'deletes the device',
		'docs/jobs.md, Retire: each step looks at what is there',
		deletes,
		['tag', 'id', 'name'],
	],
	[
		'gives the tag to another device',
		'docs/jobs.md, Retire: all endpoints of the tag, as the list has shown them',
		tagsGateway,
		['tag'],
	],
];

const colleagues: Case[] = meanwhile.flatMap(([words, fact, act, by]) =>
	by.map(
		(way): Case => ({
			name: `by ${way}: a colleague ${words}`,
			fact,
			by: way,
			act,
			...(act === enables && { prepare: (state) => void (state.endpoints[0]!.status = 1) }),
		}),
	),
);

const simStatuses: Case[] = (
	[
		[0, 'Issued', 'public reference: from Issued only to Activated or Factory Test'],
		[2, 'Suspended', 'docs/jobs.md: an activated SIM is suspended'],
		[4, 'Factory Test', 'docs/jobs.md: SIMs in factory test are not suspended'],
	] as const
).flatMap(([status, words, fact]): Case[] =>
	ways.map(([by, way]) => ({
		name: `${way}: a SIM that is ${words}`,
		fact,
		by,
		prepare: (state) => {
			const sim = state.sims[0]!;
			sim.status = status;
			if (status === 0) sim.activated = undefined;
		},
		mustEnd: true,
		promise: (world: World) => {
			const { status: ends } = world.sim(5001);
			if (ends !== status) return `the SIM ends with ${ends}, not ${status}`;
			const item = world.given[0]!.outputs.flat().find(({ endpoint_id }) => endpoint_id === 4001);
			const isSuspendedSaid = item?.sim === 'suspended';
			return isSuspendedSaid === (status === 2)
				? undefined
				: `the SIM is said to be ${String(item?.sim)}`;
		},
	})),
);

const answers: Case[] = ways.flatMap(([by, way]): Case[] => [
	...[403, 409, 422].map(
		(refuse): Case => ({
			name: `${way}: a request is refused with ${refuse}`,
			fact: 'docs/jobs.md, Retire: the error says what was done before',
			by,
			fault: { refuse },
		}),
	),
	...(['applied', 5000, 'never'] as const).map(
		(lose): Case => ({
			name: `${way}: the answer of a request is lost (${lose})`,
			fact: 'docs/jobs.md, Retire: each step looks at what is there',
			by,
			fault: { lose },
			mustEnd: true,
		}),
	),
]);

/** A request is tried again after a while, in which a colleague acts. */
const repeats: Case[] = ways.flatMap(([by, way]): Case[] =>
	(
		[
			[{ refuse: 429, headers: { 'Retry-After': '120' } }, 'is sent again after two minutes'],
			[{ lose: 'never' }, 'gets no answer and is sent again'],
		] as const
	).flatMap(([fault, words]): Case[] => [
		{
			name: `${way}: a request ${words}, and a colleague swaps the SIM meanwhile`,
			fact: `${LOOK}, in the same minute`,
			by,
			fault,
			act: swapsSim,
		},
		...(by === 'tag'
			? [
					{
						name: `${way}: a request ${words}, and a colleague takes the tag off meanwhile`,
						fact: `${LOOK}, in the same minute`,
						by,
						fault,
						act: takesTagOff,
					},
				]
			: []),
	]),
);

const kills: Case[] = ways
	.flatMap(([by, way]): Case[] => [
		...(['applied', 5000, 'never'] as const).map(
			(kill): Case => ({
				name: `${way}: killed at a request (${kill}), and run again`,
				fact: 'docs/jobs.md, Retire: run it again, unchanged; the run ends the same',
				by,
				kill,
			}),
		),
		{
			name: `${way}: killed at a request, a colleague swaps the SIM, and it is run again`,
			fact: SIM,
			by,
			kill: 'applied',
			act: swapsSimOfLiving(),
			isBetween: true,
		},
		{
			name: `${way}: killed at a request, a colleague gives the SIM to another device, and it is run again`,
			fact: LOOK,
			by,
			kill: 5000,
			act: { ...givesSimAway, stays: undefined },
			isBetween: true,
		},
	])
	.concat([
		{
			name: 'by tag: killed at a request, a colleague takes the tag off, and it is run again',
			fact: LOOK,
			by: 'tag',
			kill: 'applied',
			act: takesTagOff,
			isBetween: true,
		},
		{
			name: 'by name: killed at a request, a colleague renames the device, and it is run again',
			fact: LOOK,
			by: 'name',
			kill: 'applied',
			act: renames,
			isBetween: true,
		},
	]);

/** A device that is still there; of a deleted one only the SIM is used anew. */
function swapsSimOfLiving(): Act {
	return {
		...swapsSim,
		isOnlyIfBegun: true,
		happen: (world) => {
			if (world.endpoint(4001).status === 2) world.endpoint(4099).sim = 5001;
			else swapsSim.happen(world);
			world.sim(5001).status = 1;
		},
		stays: (world) => {
			if (world.endpoint(4099).sim !== 5001) return 'the former SIM is taken from its new device';
			return world.sim(5001).status === 1
				? undefined
				: 'the former SIM is suspended in its new device';
		},
	};
}

const others: Case[] = [
	...ways.map(
		([by, way]): Case => ({
			name: `${way}: nobody disturbs`,
			fact: 'docs/jobs.md, Retire: the steps in their order',
			by,
		}),
	),
	...ways.map(
		([by, way]): Case => ({
			name: `${way}: SIMs are kept as they are`,
			fact: 'docs/jobs.md, Retire: with Keep as They Are, SIMs stay activated, and billed',
			by,
			sims: 'keep',
			promise: (world) => (world.sim(5001).status === 1 ? undefined : 'the SIM is changed'),
		}),
	),
	{
		name: 'by tag: SIMs are kept, and a colleague swaps the SIM',
		fact: SIM,
		by: 'tag',
		sims: 'keep',
		act: swapsSim,
	},
	{
		name: 'by tag: the tag is also the beginning of another one',
		fact: 'public reference: the filter by name of tags may match partly',
		by: 'tag',
		prepare: (state) => void (state.endpoints[2]!.tags = [43]),
	},
	{
		name: 'by tag: a child organisation has a tag of the same name',
		fact: 'docs/jobs.md, Retire: a tag of the same name in a child is not taken for it',
		by: 'tag',
		prepare: (state) => {
			state.tags.push({ id: 44, name: 'old' });
			state.endpoints[2]!.tags = [44];
			state.tags = state.tags.filter(({ id }) => id !== 44).concat({ id: 44, name: 'old' });
		},
		mustEnd: false,
	},
	{
		name: 'by name: two devices have the name',
		fact: 'docs/operations/jobs.md, Endpoint: Retire: a name must match exactly one',
		by: 'name',
		prepare: (state) => void (state.endpoints[2]!.name = 'meter-1'),
		mustEnd: false,
		promise: (world) =>
			world.endpoint(4001).status === 2 ? 'one of the two is deleted' : undefined,
	},
	{
		name: 'by id: a device has no SIM',
		fact: 'public reference: sim is absent when none is assigned',
		by: 'id',
		prepare: (state) => void (state.endpoints[0]!.sim = undefined),
		mustEnd: true,
	},
	{
		name: 'by id: the quota has ended yesterday',
		fact: 'docs/jobs.md, Retire: the quotas are removed',
		by: 'id',
		prepare: (state) => Object.assign(state.quotas[0]!, { expiry: NOW - DAY, status: 3 }),
	},
];

const asRecorded: Case[] = [
	...others,
	...colleagues,
	...simStatuses,
	...answers,
	...repeats,
	...kills,
];

/** In the forms of the reference the list names tags by their ids. */
const inReferenceForm = asRecorded
	.filter(({ by }) => by === 'tag')
	.map(
		(each): Case => ({ ...each, name: `${each.name}, in the reference's form`, form: 'reference' }),
	);

export const cases: Case[] = [...asRecorded, ...inReferenceForm];
