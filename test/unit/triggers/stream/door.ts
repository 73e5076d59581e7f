import type { IncomingHttpHeaders } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import type { WebhookWorkflow } from '../../../support/n8n/triggers';
import { receiver } from '../../../support/receiver';

/** An HTTP server that passes the simulator's pushes to a {@link WebhookWorkflow}. */
export class Door {
	/** Items of the runs, one list per run. */
	readonly runs: IDataObject[][] = [];
	readonly statuses: number[] = [];
	headers: IncomingHttpHeaders = {};
	private constructor(private readonly server: Awaited<ReturnType<typeof receiver>>) {}

	static async open(workflowAt: (path: string) => WebhookWorkflow | undefined): Promise<Door> {
		const server = await receiver(async ({ path, headers, body }) => {
			door.headers = headers;
			const mode = path.includes('-test/') ? ('manual' as const) : ('webhook' as const);
			const delivery = { body, headers: headers as Record<string, string>, mode };
			const { status = 404, items } = (await workflowAt(path)?.deliver(delivery)) ?? {};
			if (items) door.runs.push(items);
			door.statuses.push(status);
			return status;
		});
		const door = new Door(server);
		return door;
	}

	get url(): string {
		return this.server.url;
	}

	/** Ids of all items, in the order of their arrival. */
	get ids(): unknown[] {
		return this.runs.flat().map(({ id }) => id);
	}

	async close(): Promise<void> {
		await this.server.close();
	}
}
