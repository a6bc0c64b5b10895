-- svc_5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
PRAGMA application_id = 1195463749;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE activity (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL,
            icon TEXT NOT NULL,
            icon_class TEXT NOT NULL,
            message TEXT NOT NULL,
            details TEXT NOT NULL
        );
CREATE TABLE api_keys (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                prefix TEXT NOT NULL,
                hash TEXT NOT NULL UNIQUE,
                scopes TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                created_by TEXT NOT NULL,
                expires_at BIGINT,
                last_used_at BIGINT,
                revoked_at BIGINT
            );
INSERT INTO "api_keys" VALUES('key_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a','films','svc_5e5e5e5e','421db860de99924d211fc3487f1dd0e3744be950f0e43708332b1b2e8a3526fa','read:*',1767225600000,'local',NULL,NULL,NULL);
CREATE TABLE app_health (
                app_id TEXT PRIMARY KEY,
                status TEXT NOT NULL,
                last_check BIGINT,
                last_success BIGINT,
                response_millis BIGINT,
                status_code BIGINT,
                consecutive_failures BIGINT NOT NULL,
                message TEXT
            );
CREATE TABLE apps (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                icon TEXT NOT NULL,
                tags TEXT NOT NULL,
                endpoints TEXT NOT NULL,
                origin TEXT NOT NULL,
                discovery_meta TEXT,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
INSERT INTO "apps" VALUES('films','Films','','[]','{}','manual',NULL,1767225600000,1767225600000);
CREATE TABLE audit_log (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at BIGINT NOT NULL,
            action TEXT NOT NULL,
            actor_id TEXT NOT NULL,
            actor_ip TEXT NOT NULL,
            target_id TEXT,
            details TEXT,
            error TEXT
        );
CREATE TABLE bootstrap_tokens (
                hash TEXT PRIMARY KEY,
                configured BIGINT NOT NULL,
                trusted BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                used_at BIGINT
            );
CREATE TABLE certificate_keys (
                name TEXT PRIMARY KEY,
                certificate TEXT NOT NULL,
                sealed TEXT NOT NULL
            );
CREATE TABLE certificate_proofs (
                token TEXT PRIMARY KEY,
                domain TEXT NOT NULL,
                answer TEXT NOT NULL,
                expires_at BIGINT NOT NULL
            );
CREATE TABLE certificates (
                domain TEXT PRIMARY KEY,
                provider TEXT NOT NULL,
                names TEXT NOT NULL,
                chain TEXT NOT NULL,
                sealed TEXT,
                warned BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
CREATE TABLE container_links (
                route_id TEXT PRIMARY KEY,
                basis TEXT NOT NULL,
                identity TEXT NOT NULL,
                seen_at BIGINT NOT NULL
            );
CREATE TABLE devices (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                model TEXT NOT NULL,
                platform TEXT NOT NULL,
                push_token TEXT,
                scopes TEXT NOT NULL,
                pending BIGINT NOT NULL,
                epoch BIGINT NOT NULL,
                paired_at BIGINT NOT NULL,
                last_seen BIGINT NOT NULL,
                requests BIGINT NOT NULL,
                revoked_at BIGINT
            );
CREATE TABLE discovery_decisions (
                proposal TEXT PRIMARY KEY,
                state TEXT NOT NULL,
                decided_at BIGINT NOT NULL
            );
CREATE TABLE discovery_services (
                service TEXT PRIMARY KEY,
                app_id TEXT NOT NULL,
                seen_at BIGINT NOT NULL
            );
CREATE TABLE federation_apps (
                peer_id TEXT PRIMARY KEY,
                digest TEXT NOT NULL,
                apps TEXT NOT NULL
            );
CREATE TABLE federation_identity (
                name TEXT PRIMARY KEY,
                sealed TEXT NOT NULL,
                generation BIGINT NOT NULL
            );
CREATE TABLE federation_invitations (
                address TEXT PRIMARY KEY,
                invited_at BIGINT NOT NULL
            );
CREATE TABLE federation_peers (
                id TEXT PRIMARY KEY,
                public_key TEXT NOT NULL,
                record TEXT NOT NULL,
                connected BIGINT NOT NULL,
                last_seen BIGINT NOT NULL,
                removed_at BIGINT
            );
CREATE TABLE founder (
                id BIGINT PRIMARY KEY
            );
INSERT INTO "founder" VALUES(1);
CREATE TABLE hourly_figures (
                  hour BIGINT PRIMARY KEY,
                  since BIGINT NOT NULL,
                  requests BIGINT NOT NULL,
                  micros BIGINT NOT NULL,
                  up_millis BIGINT NOT NULL,
                  routes BIGINT NOT NULL,
                  devices BIGINT NOT NULL,
                  discoveries BIGINT NOT NULL
              );
CREATE TABLE leases (
 name TEXT PRIMARY KEY,
 holder TEXT NOT NULL,
 expires_at BIGINT NOT NULL
);
CREATE TABLE notification_channels (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                kind TEXT NOT NULL,
                device_id TEXT,
                enabled BIGINT NOT NULL,
                settings TEXT NOT NULL,
                secrets TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                created_by TEXT NOT NULL,
                last_success_at BIGINT,
                last_failure_at BIGINT,
                last_error TEXT,
                failures BIGINT NOT NULL
            );
CREATE TABLE notification_counts (
                status TEXT NOT NULL,
                device_id TEXT NOT NULL,
                count BIGINT NOT NULL,
                PRIMARY KEY (status, device_id)
            );
CREATE TABLE notification_cursor (
                name TEXT PRIMARY KEY,
                seq BIGINT NOT NULL
            );
CREATE TABLE notification_digests (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                rule_id TEXT NOT NULL,
                title TEXT NOT NULL,
                text TEXT NOT NULL,
                at BIGINT NOT NULL,
                due_at BIGINT NOT NULL
            );
CREATE TABLE notification_forwards (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                channel_id TEXT NOT NULL,
                kind TEXT NOT NULL,
                title TEXT NOT NULL,
                text TEXT NOT NULL,
                body TEXT NOT NULL,
                at BIGINT NOT NULL,
                attempts BIGINT NOT NULL,
                due_at BIGINT NOT NULL
            );
CREATE TABLE notification_hours (
                hour BIGINT PRIMARY KEY,
                count BIGINT NOT NULL
            );
CREATE TABLE notification_messages (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                at BIGINT NOT NULL
            );
CREATE TABLE notification_rules (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                event TEXT NOT NULL,
                enabled BIGINT NOT NULL,
                settings TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                created_by TEXT NOT NULL,
                window_start BIGINT NOT NULL,
                window_count BIGINT NOT NULL,
                suppressed BIGINT NOT NULL
            );
CREATE TABLE notifications (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                message_id BIGINT NOT NULL,
                device_id TEXT NOT NULL,
                kind TEXT NOT NULL,
                status TEXT NOT NULL,
                attempts BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                delivered_at BIGINT,
                acknowledged_at BIGINT,
                last_attempt_at BIGINT,
                error TEXT
            );
CREATE TABLE outbox (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            audience TEXT NOT NULL,
            data TEXT NOT NULL,
            recorded_at BIGINT NOT NULL
        );
CREATE TABLE pairing_codes (
                hash TEXT PRIMARY KEY,
                trusted BIGINT NOT NULL,
                address TEXT NOT NULL,
                minted_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            );
CREATE TABLE refreshed_tokens (
                jti TEXT PRIMARY KEY,
                refreshed_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            );
CREATE TABLE revoked_tokens (
                jti TEXT PRIMARY KEY,
                expires_at BIGINT NOT NULL
            );
CREATE TABLE routes (
                id TEXT PRIMARY KEY,
                app_id TEXT NOT NULL,
                path_base TEXT NOT NULL UNIQUE,
                upstream TEXT NOT NULL,
                scopes TEXT NOT NULL,
                websocket BIGINT NOT NULL,
                strip_prefix BIGINT NOT NULL,
                rewrite_html BIGINT NOT NULL,
                public_access BIGINT NOT NULL,
                cache BIGINT NOT NULL,
                persist_cookies BIGINT NOT NULL,
                insecure_upstream BIGINT NOT NULL,
                forward_authorization BIGINT NOT NULL,
                host_header TEXT NOT NULL,
                routing_mode TEXT NOT NULL,
                subdomain TEXT UNIQUE,
                health_check TEXT,
                container_id TEXT,
                origin TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
INSERT INTO "routes" VALUES('films','films','/apps/films','http://127.0.0.1:9','access:films',1,1,1,0,0,0,0,0,'client','path',NULL,NULL,NULL,'manual',1767225600000,1767225600000);
CREATE TABLE schema_migrations (
    part TEXT NOT NULL,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (part, version)
);
INSERT INTO "schema_migrations" VALUES('store',1,'leases and settings');
INSERT INTO "schema_migrations" VALUES('events',1,'outbox, audit log and activity');
INSERT INTO "schema_migrations" VALUES('access',1,'users, devices, keys, tokens and pairing');
INSERT INTO "schema_migrations" VALUES('journal',1,'hourly figures');
INSERT INTO "schema_migrations" VALUES('catalog',1,'apps, routes and the health of apps');
INSERT INTO "schema_migrations" VALUES('certs',1,'keys, certificates and proofs');
INSERT INTO "schema_migrations" VALUES('discovery',1,'services and decisions');
INSERT INTO "schema_migrations" VALUES('containers',1,'links');
INSERT INTO "schema_migrations" VALUES('notify',1,'queue, channels and rules');
INSERT INTO "schema_migrations" VALUES('scripts',1,'scripts, executions, workflows and schedules');
INSERT INTO "schema_migrations" VALUES('toolbox',1,'deployments');
INSERT INTO "schema_migrations" VALUES('federation',1,'identity, peers, their apps and invitations');
CREATE TABLE script_counts (
                script_id TEXT NOT NULL,
                status TEXT NOT NULL,
                amount BIGINT NOT NULL,
                PRIMARY KEY (script_id, status)
            );
CREATE TABLE script_executions (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL,
                script_id TEXT NOT NULL,
                workflow_id TEXT,
                run_id TEXT,
                schedule_id TEXT,
                status TEXT NOT NULL,
                dry_run BIGINT NOT NULL,
                triggered_by TEXT NOT NULL,
                triggered_ip TEXT,
                parameters TEXT NOT NULL,
                output TEXT NOT NULL,
                truncated BIGINT NOT NULL,
                exit_code BIGINT,
                error TEXT,
                created_at BIGINT NOT NULL,
                started_at BIGINT,
                completed_at BIGINT,
                runner TEXT NOT NULL
            );
CREATE TABLE script_outputs (
                seq BIGINT PRIMARY KEY,
                bytes BIGINT NOT NULL,
                output TEXT NOT NULL
            );
CREATE TABLE script_runners (
                runner TEXT PRIMARY KEY,
                seen_at BIGINT NOT NULL
            );
CREATE TABLE script_schedules (
                id TEXT PRIMARY KEY,
                script_id TEXT,
                workflow_id TEXT,
                cron TEXT NOT NULL,
                parameters TEXT NOT NULL,
                enabled BIGINT NOT NULL,
                timezone TEXT,
                overlap TEXT NOT NULL,
                missed TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                created_by TEXT NOT NULL,
                last_run_at BIGINT,
                next_run_at BIGINT
            );
CREATE TABLE script_workflow_runs (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL,
                workflow_id TEXT NOT NULL,
                schedule_id TEXT,
                status TEXT NOT NULL,
                dry_run BIGINT NOT NULL,
                triggered_by TEXT NOT NULL,
                triggered_ip TEXT,
                steps TEXT NOT NULL,
                error TEXT,
                started_at BIGINT NOT NULL,
                completed_at BIGINT,
                runner TEXT NOT NULL
            );
CREATE TABLE script_workflows (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                steps TEXT NOT NULL,
                allowed_scopes TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                created_by TEXT NOT NULL
            );
CREATE TABLE scripts (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                category TEXT NOT NULL,
                path TEXT NOT NULL,
                kind TEXT NOT NULL,
                timeout BIGINT,
                parameters TEXT NOT NULL,
                environment TEXT NOT NULL,
                allowed_scopes TEXT NOT NULL,
                dry_run_command TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                created_by TEXT NOT NULL
            );
CREATE TABLE settings (
 name TEXT PRIMARY KEY,
 value TEXT NOT NULL
);
CREATE TABLE toolbox_deployments (
                id TEXT PRIMARY KEY,
                template TEXT NOT NULL,
                name TEXT NOT NULL,
                status TEXT NOT NULL,
                task TEXT NOT NULL,
                turn BIGINT NOT NULL,
                sealed TEXT NOT NULL,
                route TEXT,
                error TEXT,
                deployed_by TEXT NOT NULL,
                made TEXT NOT NULL,
                removed TEXT,
                deployed_at BIGINT,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
CREATE TABLE users (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                username TEXT NOT NULL UNIQUE,
                password_hash TEXT NOT NULL,
                epoch BIGINT NOT NULL,
                is_active BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                last_login BIGINT
            );
INSERT INTO "users" VALUES(1,'ada','$argon2id$v=19$m=19456,t=2,p=1$C2raXPgERsiU8PkgEqWA5A$dtcHBHX2N44TfxTwkDud23Rut27x1tW+8ygM2PFIQLI',0,1,1767225600000,NULL);
CREATE INDEX audit_log_by_action ON audit_log (action, id);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
CREATE INDEX routes_by_app ON routes (app_id);
CREATE INDEX notifications_by_device ON notifications (device_id, id);
CREATE INDEX notifications_by_status ON notifications (status, id);
CREATE INDEX notifications_by_kind ON notifications (kind, id);
CREATE INDEX notifications_by_message ON notifications (message_id);
CREATE INDEX notifications_by_expiry ON notifications (expires_at);
CREATE INDEX notifications_waiting ON notifications (device_id, id)
                WHERE status = 'pending';
CREATE INDEX notifications_waiting_since ON notifications (created_at)
                WHERE status = 'pending';
CREATE INDEX notification_counts_by_device ON notification_counts (device_id);
CREATE INDEX notification_counts_by_size ON notification_counts (status, count);
CREATE INDEX notification_forwards_by_channel ON notification_forwards (channel_id, id);
CREATE INDEX notification_digests_by_rule ON notification_digests (rule_id, id);
CREATE UNIQUE INDEX script_executions_by_id ON script_executions (id);
CREATE INDEX script_executions_by_status ON script_executions (status, seq);
CREATE INDEX script_executions_by_script
                ON script_executions (script_id, status, seq);
CREATE INDEX script_executions_of_script ON script_executions (script_id, seq);
CREATE INDEX script_outputs_by_size ON script_outputs (seq, bytes);
CREATE UNIQUE INDEX script_workflow_runs_by_id ON script_workflow_runs (id);
CREATE INDEX script_workflow_runs_of_workflow
                ON script_workflow_runs (workflow_id, seq);
CREATE INDEX script_workflow_runs_by_status ON script_workflow_runs (status, seq);
CREATE INDEX toolbox_deployments_task ON toolbox_deployments (task);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',1);
COMMIT;
