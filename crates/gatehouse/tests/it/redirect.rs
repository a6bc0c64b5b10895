use reqwest::header::LOCATION;
use testkit::{Gateway, free_port};

#[tokio::test]
async fn the_base_address_says_which_port_https_has() {
    for (base_url, expected) in [
        ("https://home.example", "https://127.0.0.1/"),
        ("https://home.example:9443", "https://127.0.0.1:9443/"),
    ] {
        let port = free_port();
        let config =
            format!("server: {{http_redirect_addr: '127.0.0.1:{port}', base_url: '{base_url}'}}");
        let gateway = Gateway::launch().https().config(config).start().await;
        let call = gateway.client().get(format!("http://127.0.0.1:{port}/"));
        let answer = call.send().await.expect("an answer");
        assert_eq!(answer.headers()[LOCATION].to_str().expect("text"), expected);
    }
}

#[tokio::test]
async fn plain_http_is_sent_to_https() {
    let port = free_port();
    let config = format!("server: {{http_redirect_addr: '127.0.0.1:{port}'}}");
    let gateway = Gateway::launch().https().config(config).start().await;
    for method in [reqwest::Method::GET, reqwest::Method::POST] {
        let url = format!("http://127.0.0.1:{port}/apps/x/?a=%2F");
        let answer = gateway.client().request(method, url).send().await.expect("an answer");
        assert_eq!(answer.status(), 308);
        let location = answer.headers()[LOCATION].to_str().expect("text");
        assert_eq!(location, format!("https://127.0.0.1:{}/apps/x/?a=%2F", gateway.port()));
        assert_eq!(answer.headers()["x-api-version"], "v1");
    }
}
