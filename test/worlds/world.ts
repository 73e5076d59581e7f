import { Random } from '../support/random';
import type { History } from './history';
import type { Plan } from './plan';
import { Process } from './process';
import { RedisServer } from './redis/server';
import { Credential } from './runs';
import { Identity } from './service/identity';
import { Network } from './service/network';
import { Service } from './service/service';
import type { Subject } from './subject';
import { Timeline } from './timeline';

/** The state of a running world. */
export class World {
	readonly timeline = new Timeline();
	readonly random: Random;
	readonly redis: RedisServer;
	readonly processes: Process[] = [];
	readonly history: History = {
		told: [],
		runs: [],
		sent: [],
		received: [],
		logins: [],
		troubles: [],
		tokensLost: [],
		incidents: [],
		endedAt: 0,
	};
	readonly identity: Identity;
	readonly network: Network;
	readonly credential: Credential;

	constructor(
		readonly plan: Plan,
		private readonly subject: Subject,
	) {
		const { timeline, history } = this;
		this.random = new Random(`${plan.family} ${plan.seed} world`);
		this.redis = new RedisServer(timeline, this.random);
		this.identity = new Identity(timeline, plan.account, this.random, history);
		const service = new Service(timeline, plan, this.identity, history);
		this.network = new Network(timeline, plan, service, history);
		this.credential = new Credential(timeline, plan);
	}

	/** The process with that number, started when necessary. */
	process(number: number): Process {
		const random = new Random(`${this.plan.family} ${this.plan.seed} process ${number}`);
		return (this.processes[number] ??= new Process(number, random, this, this.subject));
	}
}
