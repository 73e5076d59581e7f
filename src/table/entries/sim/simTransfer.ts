import { SimStatus } from '../../../fleet/statuses';
import { CellularIotError, knownOf, outcomeAfter } from '../../../errors';
import { entityOf } from '../../answers';
import { type Input, type Json, defineOperation } from '../../define';
import * as f from '../../fields';
import { rule } from '../../rules';
import { piecesOf } from '../../values';

/** Most SIMs in a call. Source: public reference. */
const TRANSFER_SIZE = 500;
/** Most SIMs in a range: a mistyped range could need thousands of calls. */
const MOST_IN_RANGE = 50_000;

/** A transfer in several calls failed after some of them. */
export class PartialTransferError extends CellularIotError {
	constructor(done: number, total: number, cause: unknown) {
		super(
			`Call ${done + 1} of ${total} of the transfer failed; ${done} of them transferred their SIMs. ${knownOf(cause).message}`,
			'List the SIMs of both workspaces, then transfer those that are still missing.',
			outcomeAfter(done, cause),
			cause,
		);
	}
}

const iccidField = (end: 'start' | 'end', label: string, hint: string) =>
	f.body(`iccid_range.${end}`, {
		...f.checkedBy(
			f.text({ label, hint, placeholder: '8988303000000000017', showWhen: { simsBy: ['range'] } }),
			(s) => s.iccidSchema,
		),
		rule: 'must be an ICCID of 19 digits (20 with the check digit)',
	});

/** The range in pieces that each fit into one call. */
function ranges(input: Input): Json[] {
	const [first, last] = [BigInt(String(input.rangeStart)), BigInt(String(input.rangeEnd))];
	const pieces: Json[] = [];
	for (let start = first; start <= last; start += BigInt(TRANSFER_SIZE)) {
		const end = start + BigInt(TRANSFER_SIZE - 1);
		const text = (n: bigint) => String(n).padStart(19, '0');
		pieces.push({ iccid_range: { start: text(start), end: text(end < last ? end : last) } });
	}
	return pieces;
}

/** One selection per call, each in exactly one of the three forms. */
function selections(input: Input): Json[] {
	if (input.simsBy === 'range') return ranges(input);
	if (input.simsBy === 'iccids')
		return piecesOf(input.iccids as string[], TRANSFER_SIZE).map((iccids) => ({ iccids }));
	return piecesOf(input.simIds as number[], TRANSFER_SIZE).map((ids) => ({
		sims: ids.map((id) => ({ id })),
	}));
}

const rangeRule = rule<Input>(`a range spans at most ${MOST_IN_RANGE} numbers`, (input) => {
	if (input.simsBy !== 'range') return undefined;
	const span = BigInt(String(input.rangeEnd)) - BigInt(String(input.rangeStart)) + 1n;
	if (span < 1n) return { field: 'rangeEnd', rule: 'must not lie before the start of the range' };
	return span > BigInt(MOST_IN_RANGE)
		? { field: 'rangeEnd', rule: `must lie at most ${MOST_IN_RANGE} numbers after the start` }
		: undefined;
});

export const transferSims = defineOperation({
	resource: 'sim',
	name: 'transfer',
	action: 'Transfer SIMs to workspace',
	stakes: 'final',
	description:
		'Move SIMs to another workspace, 500 a call. A dry run unless Dry Run is switched off. Needs a user login.',
	request: 'POST /api/v1/sim/migration/workspace',
	effect: 'act',
	done: 'the SIMs were transferred',
	success: [200],
	lane: 'sequential',
	userLoginOnly: true,
	timeoutMs: 120_000,
	notice: 'Activated SIMs are suspended by a transfer: their devices go offline.',
	errors: [400, 403, 404, 409, 422],
	explains: {
		1502: 'SIMs are attached to endpoints; the errors name them. Switch on "Detach From Endpoints" to take them off first.',
		1503: 'SIMs are in a status that "Allowed SIM Statuses" leaves out; the errors name them.',
		1504: 'The user has no Administrator role in the workspace the SIMs are in; the errors name it.',
		1505: 'SIMs cannot move between a Brazilian workspace and another one.',
		400: 'At most 500 SIMs, named in one way only, and a range whose end is not before its start.',
		404: 'One of the SIMs, or the target workspace, does not exist or is out of reach for this user.',
		409: 'The errors name the SIMs that cannot be moved, and why.',
	},
	fields: {
		targetWorkspaceId: f.body.pick(
			'target_workspace.id',
			{ label: 'Target Workspace', hint: 'Workspace that gets the SIMs' },
			'workspace',
		),
		simsBy: f.choice(
			{
				label: 'Identify SIMs By',
				hint: 'How the SIMs are named',
				saidOnce: true,
				default: 'iccids',
			},
			{ ICCIDs: 'iccids', IDs: 'ids', 'Range of ICCIDs': 'range' },
		),
		simIds: f.body('sims', f.simIds({ simsBy: ['ids'] })),
		iccids: f.body(
			'iccids',
			f.list(
				{
					label: 'ICCIDs',
					hint: 'ICCIDs of 19 digits separated by commas, or a list',
					placeholder: '8988303000000000017',
					showWhen: { simsBy: ['iccids'] },
				},
				'must be a list of ICCIDs of 19 digits',
				(s) => s.iccidSchema,
			),
		),
		rangeStart: iccidField('start', 'First ICCID', 'Where the range begins, 19 digits'),
		rangeEnd: iccidField('end', 'Last ICCID', 'Where the range ends, 19 digits'),
		dryRun: f.body('dry_run', f.dryRunFlag('Whether to only check what would be transferred')),
		...f.inGroup('options', {
			allowedSimStatuses: f.narrowing(
				f.body(
					'allowed_sim_statuses',
					f.choices(
						{ label: 'Allowed SIM Statuses', hint: 'Refuse SIMs in any other status' },
						f.simStatuses(
							SimStatus.Issued,
							SimStatus.Activated,
							SimStatus.Suspended,
							SimStatus.FactoryTest,
						),
					),
				),
			),
			autoDetachDevices: f.body.flag('auto_detach_devices', {
				label: 'Detach From Endpoints',
				hint: 'Whether to take the SIMs off their endpoints first',
			}),
		}),
	},
	rules: [rangeRule],
	run: async (call, input) => {
		const { targetWorkspaceId, dryRun, allowedSimStatuses, autoDetachDevices } = input;
		const calls = selections(input);
		const answers: Json[] = [];
		for (const [done, selection] of calls.entries()) {
			const body = {
				target_workspace: { id: targetWorkspaceId },
				...selection,
				allowed_sim_statuses: allowedSimStatuses?.map((id) => ({ id })),
				auto_detach_devices: autoDetachDevices,
				dry_run: dryRun,
			};
			try {
				// A dry run changes nothing and may be repeated.
				const answer = await call.own(input, { body, ...(dryRun && { effect: 'set' }) });
				answers.push(entityOf(answer));
			} catch (error) {
				if (calls.length === 1 || dryRun) throw error;
				throw new PartialTransferError(done, calls.length, error);
			}
		}
		const simCount = answers.reduce((sum, { sim_count }) => sum + (Number(sim_count) || 0), 0);
		return {
			...answers[0],
			dry_run: dryRun,
			transferred: !dryRun,
			message: dryRun
				? `Dry run: nothing was transferred; ${simCount} SIMs could be.`
				: `${simCount} SIMs were transferred.`,
			sim_count: simCount,
			sims: answers.flatMap(({ sims }) => (Array.isArray(sims) ? (sims as unknown[]) : [])),
		};
	},
});
