const { readFileSync } = require('node:fs');
const http = require('node:http');
const https = require('node:https');

/*
 * Loaded into an n8n by NODE_OPTIONS: stands in for DNS and TLS of public addresses. The file of
 * TEST_HOSTS gives the local target of each host name, as JSON; other hosts are asked as ever.
 */

const { request } = https;

https.request = function (options, ...rest) {
	const targets = JSON.parse(readFileSync(process.env.TEST_HOSTS, 'utf8'));
	const target = targets[options.hostname];
	if (target === undefined) return request.call(this, options, ...rest);
	const { hostname, port } = new URL(target);
	const local = { ...options, protocol: 'http:', hostname, host: hostname, port };
	delete local.agent;
	delete local.agents;
	return http.request(local, ...rest);
};
