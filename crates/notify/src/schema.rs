use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations {
    part: "notify",
    steps: &[Step {
        name: "queue, channels and rules",
        sql: "
            CREATE TABLE notification_messages (
                id {auto_id},
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                at BIGINT NOT NULL
            );
            CREATE TABLE notifications (
                id {auto_id},
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
            CREATE INDEX notifications_by_device ON notifications (device_id, id);
            CREATE INDEX notifications_by_status ON notifications (status, id);
            CREATE INDEX notifications_by_kind ON notifications (kind, id);
            CREATE INDEX notifications_by_message ON notifications (message_id);
            CREATE INDEX notifications_by_expiry ON notifications (expires_at);
            CREATE INDEX notifications_waiting ON notifications (device_id, id)
                WHERE status = 'pending';
            CREATE INDEX notifications_waiting_since ON notifications (created_at)
                WHERE status = 'pending';
            CREATE TABLE notification_counts (
                status TEXT NOT NULL,
                device_id TEXT NOT NULL,
                count BIGINT NOT NULL,
                PRIMARY KEY (status, device_id)
            );
            CREATE INDEX notification_counts_by_device ON notification_counts (device_id);
            CREATE INDEX notification_counts_by_size ON notification_counts (status, count);
            CREATE TABLE notification_hours (
                hour BIGINT PRIMARY KEY,
                count BIGINT NOT NULL
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
            CREATE TABLE notification_forwards (
                id {auto_id},
                channel_id TEXT NOT NULL,
                kind TEXT NOT NULL,
                title TEXT NOT NULL,
                text TEXT NOT NULL,
                body TEXT NOT NULL,
                at BIGINT NOT NULL,
                attempts BIGINT NOT NULL,
                due_at BIGINT NOT NULL
            );
            CREATE INDEX notification_forwards_by_channel ON notification_forwards (channel_id, id);
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
            CREATE TABLE notification_digests (
                id {auto_id},
                rule_id TEXT NOT NULL,
                title TEXT NOT NULL,
                text TEXT NOT NULL,
                at BIGINT NOT NULL,
                due_at BIGINT NOT NULL
            );
            CREATE INDEX notification_digests_by_rule ON notification_digests (rule_id, id);
            CREATE TABLE notification_cursor (
                name TEXT PRIMARY KEY,
                seq BIGINT NOT NULL
            );
        ",
    }],
};
