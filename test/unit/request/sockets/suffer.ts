import type { Case } from './cases';
import { CALLS, dishonest, isSend, run, session, verdicts } from './drive';
import { Service, type ServiceOptions } from './service';

/** The result of one SMS under one failure. */
interface Suffered {
	what: string;
	said: string;
	/** How the ledger contradicts the verdict. */
	lie: string | undefined;
	/** How often the request reached the service. */
	arrived: number;
	/** The verdict is one of those the case allows. */
	asWanted: boolean;
}

export const inWords = ({ what, said, lie, arrived }: Suffered): string =>
	`${what}: said ${said}, arrived ${arrived} times${lie === undefined ? '' : `, ${lie}`}`;

/** Sends an SMS to a new service that fails in this way. */
async function suffer(options: ServiceOptions, [what, fault, allowed]: Case): Promise<Suffered> {
	const service = await Service.start(options);
	try {
		const store = await session(service);
		const before = service.arrivals.length;
		service.fail(fault);
		const output = await run(store, CALLS.act);
		service.fail();
		await service.settle();
		const [said = 'none'] = verdicts(output);
		return {
			what,
			said,
			lie: dishonest(service, 'one', said),
			arrived: service.arrivals.slice(before).filter(isSend).length,
			asWanted: allowed.includes(said),
		};
	} finally {
		await service.close();
	}
}

/** Sends an SMS under each failure, eight at a time. */
export async function sufferAll(options: ServiceOptions, cases: Case[]): Promise<Suffered[]> {
	const left = [...cases];
	const suffered: Suffered[] = [];
	const worker = async () => {
		for (let trouble = left.shift(); trouble; trouble = left.shift())
			suffered.push(await suffer(options, trouble));
	};
	await Promise.all(Array.from({ length: 8 }, worker));
	return suffered;
}
