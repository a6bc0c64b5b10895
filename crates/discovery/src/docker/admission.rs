//! Which containers are looked at.

use engines::{Container, ContainerId, State};

use super::image::Image;
use crate::model::Wishes;

/// Names that Kubernetes gives to the containers that only hold a pod's network.
const POD_HOLDER: &str = "k8s_POD_";

pub(super) fn is_admitted(
    container: &Container,
    wishes: &Wishes,
    own: Option<&ContainerId>,
) -> bool {
    let image = Image::parse(&container.image);
    let is_own = own == Some(&container.id) || image.is_own();
    let is_system = image.is_system() || container.name.starts_with(POD_HOLDER);
    container.state == State::Running
        && !is_own
        && !wishes.skip
        && wishes.enable != Some(false)
        && (!is_system || wishes.enable == Some(true) || wishes.is_test)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docker::sample;
    use crate::labels;

    fn admitted(change: impl FnOnce(&mut Container), label: Option<(&str, &str)>) -> bool {
        let mut container = sample::labelled(label.as_slice()).container;
        change(&mut container);
        let wishes = labels::read(|name| container.labels.get(name).map(String::as_str));
        is_admitted(&container, &wishes, None)
    }

    fn image(name: &'static str) -> impl FnOnce(&mut Container) {
        move |container| container.image = name.to_owned()
    }

    #[test]
    fn containers_can_be_left_out() {
        for (label, expected) in [
            (None, true),
            (Some(("svc.enable", "true")), true),
            (Some(("svc.enable", "false")), false),
            (Some(("svc.enable", "maybe")), true),
            (Some(("svc.skip", "true")), false),
            (Some(("svc.skip", "no")), true),
        ] {
            assert_eq!(admitted(|_| {}, label), expected, "{label:?}");
        }
    }

    #[test]
    fn system_containers_need_a_word_to_be_seen() {
        for (label, expected) in [
            (None, false),
            (Some(("svc.enable", "yes")), true),
            (Some(("svc.test", "")), true),
            (Some(("svc.test", "anything")), true),
            (Some(("svc.app.id", "proxy")), false),
        ] {
            assert_eq!(admitted(image("traefik:v3"), label), expected, "{label:?}");
            let holder =
                |container: &mut Container| container.name = "k8s_POD_web-0_default".into();
            assert_eq!(admitted(holder, label), expected, "{label:?}");
        }
        assert!(admitted(|container| container.name = "k8s_web_web-0".into(), None));
    }

    #[test]
    fn only_what_runs_is_seen() {
        use State::{Created, Dead, Exited, Paused, Restarting, Running, Unknown};
        for state in [Created, Dead, Exited, Paused, Restarting, Running, Unknown] {
            let seen = admitted(|container| container.state = state, None);
            assert_eq!(seen, state == Running, "{state:?}");
        }
    }

    #[test]
    fn the_gateway_does_not_see_itself() {
        let enabled = Some(("svc.enable", "true"));
        assert!(!admitted(image("ghcr.io/somebody/gatehouse:2"), enabled));
        assert!(admitted(image("gatehouse-docs"), enabled));
        let container = sample::details().container;
        assert!(!is_admitted(&container, &Wishes::default(), Some(&container.id)));
        let other = ContainerId::parse("other").unwrap();
        assert!(is_admitted(&container, &Wishes::default(), Some(&other)));
    }
}
