import type { Route } from './route';

/** A matched route with the decoded values of its placeholders. */
export interface RouteMatch {
	route: Route;
	params: Record<string, string>;
}

interface Branch {
	/** Children by the literal text of the next path segment. */
	named: Map<string, Branch>;
	/** The child for a placeholder in the next segment. */
	any?: Branch;
	/** Routes that end here, by method. */
	routes: Map<string, Route>;
}

const branch = (): Branch => ({ named: new Map(), routes: new Map() });

/** Routes by the segments of their paths; a literal segment takes precedence over a placeholder. */
export class RouteTree {
	private readonly root = branch();

	constructor(routes: Iterable<Route>) {
		for (const route of routes) {
			let at = this.root;
			for (const part of route.url.split('/')) {
				if (part.startsWith(':')) at = at.any ??= branch();
				else {
					if (!at.named.has(part)) at.named.set(part, branch());
					at = at.named.get(part)!;
				}
			}
			at.routes.set(route.method, route);
		}
	}

	/** The route of a request; `url` as sent, with or without a query. */
	find(method: string, url: string): RouteMatch | null {
		// A slash encoded as %2F belongs to a value.
		const parts = decodeURI(url.split('?', 1)[0]!).split('/');
		const route = findRoute(this.root, method, parts, 0);
		if (!route) return null;
		const params: RouteMatch['params'] = {};
		route.url.split('/').forEach((name, i) => {
			if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(parts[i]!);
		});
		return { route, params };
	}
}

function findRoute(at: Branch, method: string, parts: string[], depth: number): Route | undefined {
	const part = parts[depth];
	if (part === undefined) return at.routes.get(method);
	const named = at.named.get(part);
	const route = named && findRoute(named, method, parts, depth + 1);
	if (route || !at.any) return route;
	return findRoute(at.any, method, parts, depth + 1);
}
